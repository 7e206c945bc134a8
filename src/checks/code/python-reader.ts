/** Runs inside the sandbox: reads sources as JSON from its input and prints facts about each. */
export const pythonReader = String.raw`
import ast, json, re, sys

SECRET = re.compile(r'passw(or)?d|secret|api_?key|private_?key|access_?token|auth_?token|^token$|credential|credit_?card|^ssn$', re.I)
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

class Reader(ast.NodeVisitor):
    def __init__(self, tree, source):
        self.lines = source.split('\n')
        self.stack, self.functions, self.classes, self.hidden, self.imports = [], [], [], [], []
        self.findings = {}
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
        self.stack.append(fn); self.generic_visit(fn); self.stack.pop()
    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, cls):
        self.classes.append({'name': cls.name, 'line': cls.lineno})
        self.stack.append(cls); self.generic_visit(cls); self.stack.pop()

    def visit_Import(self, node): self.imports += [a.name.split('.')[0] for a in node.names]
    def visit_ImportFrom(self, node):
        if node.level == 0 and node.module: self.imports.append(node.module.split('.')[0])

    def visit_Try(self, node):
        for handler in node.handlers:
            broad = handler.type is None or dotted(handler.type) in ('Exception', 'BaseException')
            said = any('#' in line for line in self.lines[handler.lineno - 1:handler.body[-1].end_lineno])
            passes = all(isinstance(s, (ast.Pass, ast.Continue)) or (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant)) for s in handler.body)
            if handler.type is None: self.add('error-handling', handler, 'a bare except hides every error, even an interrupt')
            elif passes and (broad or not said): self.add('error-handling', handler, 'the error is swallowed: the handler does nothing')
            elif broad and len(handler.body) == 1 and isinstance(handler.body[0], ast.Return) and (handler.body[0].value is None or isinstance(handler.body[0].value, EMPTY)) and not (isinstance(handler.body[0].value, ast.Constant) and handler.body[0].value.value is False):
                self.add('error-handling', handler, 'the error is swallowed: a broad except returns a default without a word')
        self.generic_visit(node)

    def visit_Call(self, node):
        name = dotted(node.func)
        if re.search(r'(^print$|log(ger|ging)?\.\w+$)', name):
            for inner in [n for a in node.args for n in ast.walk(a)]:
                label = inner.id if isinstance(inner, ast.Name) else inner.attr if isinstance(inner, ast.Attribute) else ''
                if SECRET.search(label): self.add('logging', node, 'writes %s to the log' % label)
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
            text = ast.unparse(first) if first is not None else ''
            if built and re.search(r'select|insert|update|delete|drop', text, re.I): self.add('input-validation', node, 'SQL is built from parts: use parameters')

def read(source):
    blank = {'error': None, 'functions': [], 'classes': [], 'hidden': [], 'imports': [], 'findings': {}}
    try: tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return {**blank, 'error': {'line': getattr(error, 'lineno', None) or 1, 'message': getattr(error, 'msg', None) or str(error)}}
    reader = Reader(tree, source)
    reader.visit(tree)
    names(tree, reader)
    return {'error': None, 'functions': reader.functions, 'classes': reader.classes, 'hidden': reader.hidden, 'imports': reader.imports, 'findings': reader.findings}

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

print(json.dumps([read(source) for source in json.load(sys.stdin)]))
`
