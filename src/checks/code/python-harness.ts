/** Runs inside the sandbox: loads the artifact's Python, tries the examples, runs the tests, prints a report. */
export const pythonHarness = String.raw`
import asyncio, importlib.util, inspect, json, math, sys, types, unittest
data = json.load(sys.stdin)
out = sys.stdout
sys.stdout = sys.stderr
report = {'loads': [], 'scenarios': [], 'tests': []}
sys.path.insert(0, '.')

def decode(value):
    if isinstance(value, list): return [decode(v) for v in value]
    if isinstance(value, dict):
        if '$' in value: return {'undefined': None, 'NaN': math.nan, 'Infinity': math.inf}[value['$']]
        return {k: decode(v) for k, v in value.items()}
    return value

def plain(value):
    if isinstance(value, (list, tuple)): return [plain(v) for v in value]
    if isinstance(value, (set, frozenset)): return sorted((plain(v) for v in value), key=repr)
    if isinstance(value, dict): return {str(k): plain(v) for k, v in value.items()}
    return value

def same(actual, wanted):
    if isinstance(actual, bool) != isinstance(wanted, bool): return False
    if isinstance(actual, float) and isinstance(wanted, (int, float)): return (math.isnan(actual) and math.isnan(wanted)) or math.isclose(actual, wanted, abs_tol=1e-9)
    return plain(actual) == plain(wanted)

def load(file):
    spec = importlib.util.spec_from_file_location(file[:-3].replace('/', '.'), file)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module

class Raises:
    def __init__(self, kind, match=None): self.kind, self.match = kind, match
    def __enter__(self): return self
    def __exit__(self, kind, value, trace):
        import re
        if kind is None: raise AssertionError('did not raise %s' % (self.kind,))
        self.value = value
        if not issubclass(kind, self.kind): return False
        if self.match and not re.search(self.match, str(value)): raise AssertionError('message does not match')
        return True

pytest = types.ModuleType('pytest')
pytest.raises = Raises
pytest.approx = lambda value, **_: type('Approx', (), {'__eq__': lambda self, other: math.isclose(other, value, rel_tol=1e-6, abs_tol=1e-9)})()
class Mark:
    def parametrize(self, names, rows, **_):
        keys = [n.strip() for n in names.split(',')] if isinstance(names, str) else list(names)
        def wrap(fn):
            def run(*args, **kwargs):
                for row in rows: fn(*args, **kwargs, **dict(zip(keys, row if len(keys) > 1 else (row,))))
            run.__name__ = fn.__name__
            return run
        return wrap
    def __getattr__(self, name): return lambda *a, **k: (a[0] if a and callable(a[0]) else (lambda fn: fn))
pytest.mark = Mark()
sys.modules.setdefault('pytest', pytest)

scope = {}
for file in data['files']:
    try: scope.update({k: v for k, v in vars(load(file)).items() if not k.startswith('__')})
    except SystemExit: report['loads'].append({'file': file, 'name': 'SystemExit', 'code': '', 'message': 'the module exits when it is loaded'})
    except BaseException as error: report['loads'].append({'file': file, 'name': type(error).__name__, 'code': 'ERR_MODULE_NOT_FOUND' if isinstance(error, ModuleNotFoundError) else '', 'message': str(error)[:300]})

for scenario in data['scenarios']:
    expect = scenario['expect']
    result = {'ok': False, 'got': ''}
    names = {'null': None, 'true': True, 'false': False, 'undefined': None, 'NaN': math.nan, **scope}
    try:
        value = eval(scenario['expression'], names)
        if inspect.isawaitable(value): value = asyncio.run(value)
        result['got'] = 'returns ' + repr(value)[:120]
        result['ok'] = expect['type'] == 'value' and same(value, decode(expect['value']))
    except Exception as error:
        result['got'] = 'raises %s: %s' % (type(error).__name__, str(error)[:100])
        missing = isinstance(error, NameError)
        wanted = expect.get('error')
        aliases = {'Error': 'Exception', 'RangeError': 'ValueError'}
        kinds = [k.__name__ for k in type(error).__mro__]
        result['ok'] = expect['type'] == 'throws' and not missing and (wanted is None or wanted in kinds or aliases.get(wanted) in kinds)
    report['scenarios'].append(result)

for file in data['tests']:
    def note(name, error): report['tests'].append({'file': file, 'name': name, 'ok': error is None, 'unsupported': isinstance(error, ModuleNotFoundError), 'message': '' if error is None else ('%s: %s' % (type(error).__name__, error))[:300]})
    try: module = load(file)
    except BaseException as error:
        note('', error)
        continue
    for key, item in list(vars(module).items()):
        if inspect.isclass(item) and issubclass(item, unittest.TestCase):
            run = unittest.TestResult()
            unittest.defaultTestLoader.loadTestsFromTestCase(item).run(run)
            failed = {case.id().split('.')[-1]: trace.strip().split('\n')[-1] for case, trace in run.failures + run.errors}
            for name in unittest.defaultTestLoader.getTestCaseNames(item): note(name, AssertionError(failed[name]) if name in failed else None)
        elif inspect.isclass(item) and key.startswith('Test'):
            for name in [n for n in vars(item) if n.startswith('test')]:
                try: getattr(item(), name)(); note(name, None)
                except Exception as error: note(name, error)
        elif key.startswith('test') and callable(item):
            try:
                value = item()
                if inspect.isawaitable(value): asyncio.run(value)
                note(key, None)
            except TypeError as error:
                if 'required positional argument' in str(error): report['tests'].append({'file': file, 'name': key, 'ok': False, 'unsupported': True, 'message': 'needs a fixture'})
                else: note(key, error)
            except Exception as error: note(key, error)
out.write('\n' + data['nonce'] + json.dumps(report) + '\n')
out.flush()
import os
os._exit(0)
`
