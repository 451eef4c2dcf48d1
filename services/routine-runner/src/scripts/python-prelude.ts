/**
 * What Python is told before the first expression; its value is the function that evaluates one. It takes
 * `{ source, values }` as JSON and answers `{ kind, value | message }` as JSON.
 *
 * An expression has the language, the names that it was given and copies of a few modules: what it changes there is gone
 * with it. That is politeness, not the wall: the wall is the process, which has no files, no network and no rights.
 */
export const pythonPrelude = `
def _prepare():
    import ast, builtins, json, sys, types

    offered = {name: __import__(name) for name in (
        'datetime', 'decimal', 'fractions', 'functools', 'itertools', 'json', 'math', 'random', 're', 'statistics', 'string',
    )}
    withheld = {'breakpoint', 'copyright', 'credits', 'exit', 'exec', 'eval', 'compile', 'globals', 'help', 'input',
                'license', 'locals', 'open', 'print', 'quit', 'vars', '__import__', '__loader__', '__spec__'}
    usual = {name: value for name, value in vars(builtins).items() if name not in withheld}

    def read_only(noun, entries):
        class Given:
            __slots__ = ()

            def __getitem__(self, name):
                if name in entries:
                    return entries[name]
                raise NameError(f'there is no {noun} {name}, or it is not named literally')

            def __getattribute__(self, name):
                return type(self).__getitem__(self, name)

            def __setattr__(self, name, value):
                raise TypeError('an expression reads values and cannot set them')

            __setitem__ = __setattr__
            __delattr__ = __delitem__ = lambda self, name: type(self).__setattr__(self, name, None)

            def __contains__(self, name):
                return name in entries

            def __iter__(self):
                return iter(list(entries))

            def __len__(self):
                return len(entries)

        return Given()

    def importer():
        copies = {}

        def import_offered(name, globals=None, locals=None, fromlist=(), level=0):
            if name not in offered:
                raise ImportError(f'an expression cannot import {name}; it has ' + ', '.join(offered))
            if name not in copies:
                copies[name] = types.ModuleType(name)
                vars(copies[name]).update(vars(offered[name]))
            return copies[name]

        return import_offered

    def scope_of(values):
        steps = {}
        for step, name, value in values['steps']:
            steps.setdefault(step, {})[name] = value
        return {
            '__builtins__': {**usual, '__import__': importer()},
            '__name__': 'expression',
            'variables': read_only('variable', dict(values['variables'])),
            'steps': read_only('step', {step: read_only('step variable', of) for step, of in steps.items()}),
            'io': read_only('port', dict(values['io'])),
        }

    def value_of(source, scope):
        tree = ast.parse(source, 'expression', 'exec')
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, 'expression', 'exec'), scope)
        return None if last is None else eval(compile(ast.Expression(last.value), 'expression', 'eval'), scope)

    def describe(value):
        if type(value) is bool or type(value) is str:
            return {'kind': 'value', 'value': value}
        if type(value) is int or type(value) is float:
            number = float(value)
            return {'kind': 'value', 'value': number} if number - number == 0 else {'kind': 'none', 'message': 'a number that is not finite'}
        return {'kind': 'none', 'message': 'nothing' if value is None else f'a value of type {type(value).__name__}'}

    def evaluate(text):
        given = json.loads(text)
        try:
            answer = describe(value_of(given['source'], scope_of(given['values'])))
        except MemoryError:
            answer = {'kind': 'memory'}
        except BaseException as error:
            answer = {'kind': 'failed', 'message': f'{type(error).__name__}: {error}'[:1000]}
        return json.dumps(answer)

    return evaluate

_prepare()
`;
