import { maxVariableTextLength } from '@cellwright/domain/basics';
import { offeredModules, ownModules } from './modules.ts';

/**
 * Python that runs once, before the image that every expression starts from is taken. It leaves `_evaluate`, which takes
 * `{ head, tail, source, values }` as JSON and returns an answer as JSON.
 *
 * Names that it withholds give a clear message. They protect nothing: the boundary is the import table.
 */
export const pythonSetUp = `
import vfs, io, sys

class _Sources:
    def __init__(self, sources):
        self.sources = sources
    def mount(self, readonly, mkfs):
        pass
    def umount(self):
        pass
    def stat(self, path):
        if path in self.sources:
            return (0x8000, 0, 0, 0, 0, 0, len(self.sources[path]), 0, 0, 0)
        raise OSError(2)
    def open(self, path, mode):
        return io.BytesIO(self.sources[path])

vfs.mount(_Sources({${Object.entries(ownModules)
  .map(([name, source]) => `'/${name}.py': ${JSON.stringify(source)}.encode()`)
  .join(', ')}}), '/own')
sys.path[:] = ['/own', '.frozen']

def _prepare():
    import builtins, json, random, struct
    own = ${JSON.stringify(Object.keys(ownModules))}
    offered = {}
    for name in ${JSON.stringify(offeredModules)}:
        offered[name] = __import__('own_' + name if 'own_' + name in own else name)
    ${/* What these add to the language is the same for every expression. */ ''}
    fixes = __import__('own_builtins')
    builtins.round = fixes.round
    names = ', '.join(sorted(offered))

    def import_offered(name, globals=None, locals=None, fromlist=(), level=0):
        if name in offered:
            return offered[name]
        raise ImportError('an expression cannot import ' + name + '; it has ' + names)

    def withhold(name):
        def withheld(*args, **named):
            raise NameError("name '" + name + "' is not defined")
        return withheld

    def read_only(noun, entries):
        class Given:
            def __getitem__(self, name):
                if name in entries:
                    return entries[name]
                raise NameError('there is no ' + noun + ' ' + str(name) + ', or it is not named literally')
            def __getattr__(self, name):
                return self[name]
            def __setattr__(self, name, value):
                raise TypeError('an expression reads values and cannot set them')
            def __setitem__(self, name, value):
                raise TypeError('an expression reads values and cannot set them')
            def __delattr__(self, name):
                raise TypeError('an expression reads values and cannot set them')
            def __delitem__(self, name):
                raise TypeError('an expression reads values and cannot set them')
            def __contains__(self, name):
                return name in entries
            def __iter__(self):
                return iter(list(entries))
            def __len__(self):
                return len(entries)
        return Given()

    def read_value(value):
        # A number that is not whole comes as its bytes: the shortest text of it may be read as another number.
        return struct.unpack('>d', bytes.fromhex(value['float']))[0] if type(value) is dict else value

    def scope_of(values):
        steps = {}
        for step, name, value in values['steps']:
            steps.setdefault(step, {})[name] = read_value(value)
        return {
            '__name__': 'expression',
            'variables': read_only('variable', {name: read_value(value) for name, value in values['variables']}),
            'steps': read_only('step', {step: read_only('step variable', of) for step, of in steps.items()}),
            'io': read_only('port', dict(values['io'])),
        }

    run, evaluate_code, translate, dumps, loads, seed, pack = exec, eval, compile, json.dumps, json.loads, random.seed, struct.pack

    def value_of(given, scope):
        if given['tail']:
            try:
                last = translate(given['tail'], 'expression', 'eval')
            except SyntaxError:
                last = None
            if last is not None:
                run(given['head'], scope)
                return evaluate_code(last, scope)
        run(given['source'], scope)

    def describe(value):
        if type(value) is bool:
            return {'kind': 'value', 'value': value}
        if type(value) is str:
            if len(value) > ${maxVariableTextLength}:
                return {'kind': 'long'}
            return {'kind': 'value', 'value': value}
        if type(value) is int:
            if abs(value) >= 1 << 1024:
                raise OverflowError('int too large to convert to float')
            return {'kind': 'int', 'text': str(value)}
        if type(value) is float:
            return {'kind': 'float', 'bytes': pack('>d', value).hex()}
        if value is None:
            return {'kind': 'none', 'message': 'nothing'}
        return {'kind': 'none', 'message': 'a value of type ' + type(value).__name__}

    def describe_error(error):
        kind, text = type(error).__name__, str(error)
        if kind == 'RuntimeError' and 'recursion' in text:
            kind = 'RecursionError'
        if kind == 'NameError':
            text = text.replace("isn't", 'is not')
        return {'kind': 'failed', 'message': (kind + ': ' + text)[:1000]}

    def evaluate(text):
        given = loads(text)
        seed(given['seed'])
        try:
            answer = describe(value_of(given, scope_of(given['values'])))
        except MemoryError:
            answer = {'kind': 'memory'}
        except BaseException as error:
            answer = describe_error(error)
        return dumps(answer)

    for name in ('compile', 'eval', 'exec', 'execfile', 'globals', 'help', 'input', 'locals', 'open', 'print'):
        setattr(builtins, name, withhold(name))
    builtins.__import__ = import_offered
    return evaluate

_evaluate = _prepare()
vfs.umount('/own')
sys.path[:] = []
del vfs, io, sys, _Sources, _prepare
`;
