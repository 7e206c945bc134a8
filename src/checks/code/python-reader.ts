/** Runs inside the sandbox: reads sources as JSON from its input and prints facts about each. */
export const pythonReader = String.raw`
import ast, json, re, sys

SECRET = re.compile(r'passw(or)?d|secret|api_?key|private_?key|access_?token|auth_?token|^token$|credential|credit_?card|^ssn$', re.I)
SNAKE = re.compile(r'^_{0,2}[a-z][a-z0-9_]*$|^_+$|^[A-Z][A-Z0-9_]*$')
RISKY = {'open', 'json.loads', 'json.load', 'urlopen', 'urllib.request.urlopen', 'requests.get', 'requests.post', 'requests.put',
         'requests.delete', 'requests.request', 'httpx.get', 'httpx.post', 'sqlite3.connect', 'subprocess.run', 'subprocess.check_output', 'shutil.rmtree', 'os.remove'}
EMPTY = (ast.Constant, ast.List, ast.Dict, ast.Tuple)

def dotted(node):
    if isinstance(node, ast.Name): return node.id
    if isinstance(node, ast.Attribute):
        owner = dotted(node.value)
        return owner + '.' + node.attr if owner else '.' + node.attr
    return ''

def is_stub(fn):
    body = [s for s in fn.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    if any(dotted(d).endswith(('abstractmethod', 'overload')) for d in fn.decorator_list): return False
    if not body: return True
    if len(body) != 1: return False
    only = body[0]
    if isinstance(only, ast.Pass): return True
    return isinstance(only, ast.Raise) and only.exc is not None and dotted(only.exc.func if isinstance(only.exc, ast.Call) else only.exc) == 'NotImplementedError'

def docstring(fn): return ast.get_docstring(fn) or ''

class Reader(ast.NodeVisitor):
    def __init__(self, tree, source):
        self.lines = source.split('\n')
        self.stack, self.tries = [], 0
        self.functions, self.classes, self.hidden, self.imports = [], [], [], []
        self.effects = self.risky = False
        self.logs = 0
        self.findings = {}
        self.tried_calls = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Try):
                for inner in node.body:
                    for call in ast.walk(inner):
                        if isinstance(call, ast.Call): self.tried_calls.add(dotted(call.func).split('.')[-1])
        for node in tree.body:
            if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == '__all__' for t in node.targets):
                names = [e.value for e in getattr(node.value, 'elts', []) if isinstance(e, ast.Constant)]
                self.hidden = [n.name for n in tree.body if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and n.name not in names]

    def add(self, rule, node, message): self.findings.setdefault(rule, []).append({'line': node.lineno, 'message': message})

    def visit_FunctionDef(self, fn):
        owner = self.stack[-1] if self.stack and isinstance(self.stack[-1], ast.ClassDef) else None
        nested = any(isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef)) for s in self.stack)
        params = fn.args.posonlyargs + fn.args.args
        if owner is not None and not any(dotted(d) == 'staticmethod' for d in fn.decorator_list): params = params[1:]
        if not nested:
            self.functions.append({'name': fn.name, 'owner': owner.name if owner else None, 'line': fn.lineno,
                'required': max(0, len(params) - len(fn.args.defaults)),
                'most': None if fn.args.vararg or fn.args.kwarg else len(params) + len(fn.args.kwonlyargs), 'stub': is_stub(fn)})
        public = not fn.name.startswith('_') and not nested
        if public and not fn.name.startswith('test'):
            missing = [a.arg for a in params + fn.args.kwonlyargs if a.annotation is None]
            if missing: self.add('types', fn, 'parameter %s of %s has no type hint' % (missing[0], fn.name))
            if fn.returns is None: self.add('types', fn, '%s has no return type hint' % fn.name)
        if (public or fn.name == '__init__') and not SNAKE.match(fn.name) and not (owner and fn.name.startswith(('setUp', 'tearDown', 'visit_', 'do_'))):
            self.add('conventions', fn, 'function %s is not named in snake_case' % fn.name)
        for a in params:
            if not SNAKE.match(a.arg): self.add('conventions', fn, 'parameter %s is not named in snake_case' % a.arg)
        for default in fn.args.defaults + [d for d in fn.args.kw_defaults if d]:
            if isinstance(default, (ast.List, ast.Dict, ast.Set)): self.add('conventions', fn, '%s has a mutable default argument' % fn.name)
        held, self.tries = self.tries, 0
        self.stack.append(fn); self.generic_visit(fn); self.stack.pop()
        self.tries = held
    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, cls):
        self.classes.append({'name': cls.name, 'line': cls.lineno})
        if not re.match(r'^_?[A-Z][A-Za-z0-9]*$', cls.name): self.add('conventions', cls, 'class %s is not named in PascalCase' % cls.name)
        self.stack.append(cls); self.generic_visit(cls); self.stack.pop()

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store) and not SNAKE.match(node.id) and self.stack:
            self.add('conventions', node, 'variable %s is not named in snake_case' % node.id)

    def visit_Import(self, node): self.imports += [a.name.split('.')[0] for a in node.names]
    def visit_ImportFrom(self, node):
        if node.level == 0 and node.module: self.imports.append(node.module.split('.')[0])
        if any(a.name == '*' for a in node.names): self.add('conventions', node, 'imports everything with *')

    def visit_Try(self, node):
        self.tries += 1
        for part in node.body: self.visit(part)
        self.tries -= 1
        for handler in node.handlers:
            self.risky = True
            broad = handler.type is None or dotted(handler.type) in ('Exception', 'BaseException')
            said = any('#' in line for line in self.lines[handler.lineno - 1:handler.body[-1].end_lineno])
            passes = all(isinstance(s, (ast.Pass, ast.Continue)) or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)) for s in handler.body)
            if handler.type is None: self.add('error-handling', handler, 'a bare except hides every error, even an interrupt')
            elif passes and (broad or not said): self.add('error-handling', handler, 'the error is swallowed: the handler does nothing')
            elif broad and len(handler.body) == 1 and isinstance(handler.body[0], ast.Return) and (handler.body[0].value is None or isinstance(handler.body[0].value, EMPTY)) and not (isinstance(handler.body[0].value, ast.Constant) and handler.body[0].value.value is False):
                self.add('error-handling', handler, 'the error is swallowed: a broad except returns a default without a word')
            logged = [c for s in handler.body for c in ast.walk(s) if isinstance(c, ast.Call) and re.search(r'log(ger|ging)?\.(info|debug)$', dotted(c.func))]
            silent = not any(isinstance(n, ast.Raise) or (isinstance(n, ast.Call) and re.search(r'log|print|warn|error|write|echo|fail', dotted(n.func))) for s in handler.body for n in ast.walk(s))
            gives_up = [s for s in handler.body if (isinstance(s, ast.Return) and isinstance(s.value, ast.Constant) and type(s.value.value) is int and s.value.value != 0) or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Call) and dotted(s.value.func) == 'sys.exit')]
            if silent and gives_up and not (isinstance(gives_up[0], ast.Expr) and any(isinstance(a, (ast.JoinedStr, ast.BinOp)) or (isinstance(a, ast.Constant) and isinstance(a.value, str)) for a in gives_up[0].value.args)): self.add('logging', handler, 'a failure is not logged')
            for call in logged: self.add('logging', call, 'an error is logged at %s level' % dotted(call.func).split('.')[-1])
            for part in handler.body: self.visit(part)
        for part in node.orelse + node.finalbody: self.visit(part)

    def visit_Raise(self, node):
        self.risky = True
        if isinstance(node.exc, ast.Name) and node.exc.id in ('Exception', 'ValueError', 'RuntimeError', 'TypeError', 'KeyError', 'OSError'): self.add('error-handling', node, 'raises %s without a message' % node.exc.id)
        if isinstance(node.exc, ast.Call) and not node.exc.args and not node.exc.keywords and dotted(node.exc.func) in ('Exception', 'ValueError', 'RuntimeError', 'TypeError', 'OSError'): self.add('error-handling', node, 'raises %s without a message' % dotted(node.exc.func))
        self.generic_visit(node)

    def visit_Call(self, node):
        name = dotted(node.func)
        fn = next((s for s in reversed(self.stack) if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef))), None)
        documented = fn is not None and re.search(r'raises', docstring(fn), re.I)
        handled = self.tries > 0 or documented or (fn is not None and fn.name in self.tried_calls)
        if name in RISKY:
            self.effects = self.effects or name not in ('json.loads',)
            self.risky = True
            if not handled: self.add('error-handling', node, 'a failure of %s is not handled' % name)
        if re.match(r'(log(ger|ging)?|self\.log(ger)?)\.(debug|info|warning|warn|error|exception|critical)$', name) or name == 'print': self.logs += 1
        if name == 'print' and fn is not None and not fn.name.startswith(('main', 'print', 'show', 'report', 'run', 'cli')):
            self.findings.setdefault('prints', []).append({'line': node.lineno, 'message': 'leftover print in %s' % fn.name})
        if re.search(r'(^print$|log(ger|ging)?\.\w+$)', name):
            for inner in [n for a in node.args for n in ast.walk(a)]:
                label = inner.id if isinstance(inner, ast.Name) else inner.attr if isinstance(inner, ast.Attribute) else ''
                if SECRET.search(label): self.add('logging', node, 'writes %s to the log' % label)
            if name.endswith(('.error', '.critical')) and node.args and isinstance(node.args[0], ast.Constant) and re.search(r'\b(started|listening|success\w*|completed|finished|ready)\b', str(node.args[0].value), re.I) and not re.search(r'not|fail|un', str(node.args[0].value), re.I): self.add('logging', node, 'a success is logged as an error')
        self.sinks(node, name)
        self.generic_visit(node)

    def sinks(self, node, name):
        first = node.args[0] if node.args else None
        built = isinstance(first, (ast.JoinedStr, ast.BinOp)) or (isinstance(first, ast.Call) and dotted(first.func).endswith('.format'))
        if name in ('eval', 'exec') and not isinstance(first, ast.Constant): self.add('input-validation', node, '%s runs text as code' % name)
        if name in ('os.system', 'os.popen') and not isinstance(first, ast.Constant): self.add('input-validation', node, '%s hands text to a shell' % name)
        if name.startswith('subprocess.') and any(k.arg == 'shell' and isinstance(k.value, ast.Constant) and k.value.value for k in node.keywords) and not isinstance(first, ast.Constant): self.add('input-validation', node, 'subprocess hands text to a shell')
        if name in ('pickle.loads', 'pickle.load', 'marshal.loads', 'yaml.load') and not any(k.arg == 'Loader' and 'Safe' in dotted(k.value) for k in node.keywords): self.add('input-validation', node, '%s can run code hidden in its input' % name)
        if re.search(r'\.(execute|executemany|executescript)$', name):
            self.effects = True
            text = ast.unparse(first) if first is not None else ''
            if built and re.search(r'select|insert|update|delete|drop', text, re.I): self.add('input-validation', node, 'SQL is built from parts: use parameters')
        if name in ('sys.exit', 'argparse.ArgumentParser') or name.endswith(('.run', '.serve_forever', '.listen')): self.effects = True

def read(source):
    blank = {'error': None, 'functions': [], 'classes': [], 'hidden': [], 'imports': [], 'effects': False, 'risky': False, 'logs': 0, 'findings': {}}
    try: tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {**blank, 'error': {'line': getattr(error, 'lineno', None) or 1, 'message': getattr(error, 'msg', None) or str(error)}}
    reader = Reader(tree, source)
    reader.visit(tree)
    names(tree, reader)
    argv(tree, reader)
    return {'error': None, 'functions': reader.functions, 'classes': reader.classes, 'hidden': reader.hidden, 'imports': reader.imports,
            'effects': reader.effects, 'risky': reader.risky, 'logs': reader.logs, 'findings': reader.findings}

def argv(tree, reader):
    uses = [n for n in ast.walk(tree) if isinstance(n, ast.Subscript) and dotted(n.value) == 'sys.argv']
    checks = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and dotted(n.func) == 'len' and n.args and dotted(n.args[0]) == 'sys.argv']
    if uses and not checks and 'IndexError' not in '\n'.join(reader.lines): reader.add('input-validation', uses[0], 'sys.argv is used without looking how many arguments there are')

def names(tree, reader):
    import builtins
    bound = set(dir(builtins)) | {'__file__', '__name__', '__doc__', '__all__'}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load): bound.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)): bound.add(node.name)
        elif isinstance(node, ast.arg): bound.add(node.arg)
        elif isinstance(node, ast.alias): bound.add((node.asname or node.name).split('.')[0])
        elif isinstance(node, ast.ExceptHandler) and node.name: bound.add(node.name)
        elif isinstance(node, (ast.Global, ast.Nonlocal)): bound.update(node.names)
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name: bound.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest: bound.add(node.rest)
        if isinstance(node, ast.ImportFrom) and any(a.name == '*' for a in node.names): return
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in bound:
            reader.findings.setdefault('unknown', []).append({'line': node.lineno, 'message': node.id})
    text = '\n'.join(reader.lines)
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)) and getattr(node, 'module', '') != '__future__':
            for a in node.names:
                name = (a.asname or a.name).split('.')[0]
                if len(re.findall(r'\b%s\b' % re.escape(name), text)) == 1: reader.add('conventions', node, 'import %s is never used' % name)

print(json.dumps([read(source) for source in json.load(sys.stdin)]))
`
