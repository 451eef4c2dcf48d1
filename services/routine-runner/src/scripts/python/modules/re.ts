// Long because it is one Python module: a compiler and a matcher that share their node types.

/**
 * Regular expressions as Python has them, without lookbehind, verbose patterns and conditional groups: the interpreter's own
 * module silently takes repetitions in braces, named groups and flags for something else.
 */
export const reSource = String.raw`
IGNORECASE = I = 2
MULTILINE = M = 8
DOTALL = S = 16
ASCII = A = 256

class error(Exception):
    pass

_DIGITS = '0123456789'
_SPACES = ' \t\n\r\f\v'
_ESCAPES = {'n': '\n', 't': '\t', 'r': '\r', 'f': '\f', 'v': '\v', 'a': '\a', '0': '\0'}

def _is_word(c):
    return c == '_' or 'a' <= c <= 'z' or 'A' <= c <= 'Z' or '0' <= c <= '9' or ord(c) > 127

_CLASSES = {
    'd': lambda c: c in _DIGITS, 'D': lambda c: c not in _DIGITS,
    's': lambda c: c in _SPACES, 'S': lambda c: c not in _SPACES,
    'w': _is_word, 'W': lambda c: not _is_word(c),
}

class _Parser:
    def __init__(self, text, flags):
        self.text, self.flags, self.at = text, flags, 0
        self.groups, self.names, self.loops = 0, {}, 0

    def fail(self, why):
        raise error(why + ' at position ' + str(self.at))

    def peek(self, n=1):
        return self.text[self.at:self.at + n]

    def take(self):
        c = self.peek()
        if not c:
            self.fail('unexpected end of pattern')
        self.at += 1
        return c

    def until(self, mark):
        end = self.text.find(mark, self.at)
        if end < 0:
            self.fail('missing ' + mark)
        found, self.at = self.text[self.at:end], end + len(mark)
        return found

    def choice(self):
        branches = [self.sequence()]
        while self.peek() == '|':
            self.at += 1
            branches.append(self.sequence())
        return branches[0] if len(branches) == 1 else ('choice', branches)

    def sequence(self):
        items = []
        while self.peek() and self.peek() not in '|)':
            atom = self.atom()
            if atom is not None:
                items.append(self.repeat(atom))
        return ('sequence', items)

    def repeat(self, atom):
        c = self.peek()
        if c and c in '*+?':
            self.at += 1
            low, high = {'*': (0, None), '+': (1, None), '?': (0, 1)}[c]
        elif c == '{' and self.counts() is not None:
            low, high, self.at = self.counts()
        else:
            return atom
        lazy = self.peek() == '?'
        if lazy:
            self.at += 1
        if self.peek() and (self.peek() in '*+?' or (self.peek() == '{' and self.counts())):
            self.fail('multiple repeat')
        if atom[0] == 'edge':
            self.fail('nothing to repeat')
        self.loops += 1
        return ('repeat', atom, low, high, lazy, self.loops)

    def counts(self):
        end = self.text.find('}', self.at)
        parts = self.text[self.at + 1:end].split(',') if end > 0 else []
        if len(parts) not in (1, 2) or not all(p == '' or p.isdigit() for p in parts) or parts == ['']:
            return None
        low = int(parts[0] or 0)
        high = low if len(parts) == 1 else int(parts[1]) if parts[1] else None
        if high is not None and high < low:
            self.fail('min repeat greater than max repeat')
        return low, high, end + 1

    def atom(self):
        c = self.take()
        if c == '(':
            return self.group()
        if c == '[':
            return ('one', self.set())
        if c == '.':
            return ('one', (lambda c: True) if self.flags & S else (lambda c: c != '\n'))
        if c == '^':
            return ('edge', _line_start if self.flags & M else _start)
        if c == '$':
            return ('edge', _line_end if self.flags & M else _last)
        if c in '*+?':
            self.fail('nothing to repeat')
        if c == '\\':
            return self.escaped()
        return ('one', self.literal(c))

    def literal(self, c):
        if self.flags & I:
            low = c.lower()
            return lambda other: other.lower() == low
        return lambda other: other == c

    def escaped(self):
        c = self.take()
        if c in _CLASSES:
            return ('one', _CLASSES[c])
        if c == 'A':
            return ('edge', _start)
        if c == 'Z':
            return ('edge', _end)
        if c == 'b':
            return ('edge', _boundary)
        if c == 'B':
            return ('edge', lambda st, i: not _boundary(st, i))
        if c in '123456789':
            number = c
            while self.peek() and self.peek() in _DIGITS and int(number + self.peek()) <= self.groups:
                number += self.take()
            if int(number) > self.groups:
                self.fail('invalid group reference ' + number)
            return ('back', int(number))
        return ('one', self.literal(self.unescape(c)))

    def unescape(self, c):
        if c in 'xuU':
            length = {'x': 2, 'u': 4, 'U': 8}[c]
            digits = self.peek(length)
            if len(digits) < length:
                self.fail('incomplete escape')
            self.at += length
            return chr(int(digits, 16))
        if c in _ESCAPES:
            return _ESCAPES[c]
        if 'a' <= c <= 'z' or 'A' <= c <= 'Z':
            self.fail('bad escape \\' + c)
        return c

    def set(self):
        negated = self.peek() == '^'
        if negated:
            self.at += 1
        tests, first = [], True
        while first or self.peek() != ']':
            first = False
            low = self.set_item()
            if type(low) is not str:
                tests.append(low)
            elif self.peek() == '-' and self.peek(2) != '-]':
                self.at += 1
                high = self.set_item()
                if type(high) is not str or high < low:
                    self.fail('bad character range')
                tests.append(self.range(low, high))
            else:
                tests.append(self.literal(low))
        self.at += 1
        return lambda c: any(test(c) for test in tests) != negated

    def set_item(self):
        c = self.take()
        if c != '\\':
            return c
        c = self.take()
        return _CLASSES[c] if c in _CLASSES else '\b' if c == 'b' else self.unescape(c)

    def range(self, low, high):
        if self.flags & I:
            return lambda c: low <= c <= high or low <= c.lower() <= high or low <= c.upper() <= high
        return lambda c: low <= c <= high

    def group(self):
        name = None
        kind = 'group'
        if self.peek() == '?':
            self.at += 1
            c = self.take()
            if c == ':':
                kind = 'plain'
            elif c in '=!':
                kind = c
            elif c == 'P' and self.peek() == '<':
                self.at += 1
                name = self.until('>')
            elif c == 'P' and self.peek() == '=':
                self.at += 1
                name = self.until(')')
                if name not in self.names:
                    self.fail('unknown group name ' + name)
                return ('back', self.names[name])
            elif c == '#':
                self.until(')')
                return None
            elif c in 'imsa' and self.at == 3:
                for flag in c + self.until(')'):
                    if flag not in 'imsa':
                        self.fail('this flag is not supported here')
                    self.flags |= {'i': I, 'm': M, 's': S, 'a': A}[flag]
                return None
            else:
                self.fail('this kind of group is not supported here')
        if kind == 'group':
            self.groups += 1
            number = self.groups
            if name is not None:
                self.names[name] = number
        inner = self.choice()
        if self.peek() != ')':
            self.fail('missing ), unterminated subpattern')
        self.at += 1
        if kind == 'plain':
            return inner
        return ('group', inner, number) if kind == 'group' else ('look', inner, kind == '=')

def _start(st, i):
    return i == 0

def _end(st, i):
    return i == len(st.text)

def _last(st, i):
    return i == len(st.text) or (i == len(st.text) - 1 and st.text[i] == '\n')

def _line_start(st, i):
    return i == 0 or st.text[i - 1] == '\n'

def _line_end(st, i):
    return i == len(st.text) or st.text[i] == '\n'

def _boundary(st, i):
    before = i > 0 and _is_word(st.text[i - 1])
    after = i < len(st.text) and _is_word(st.text[i])
    return before != after

def _build(node, then, flags):
    kind = node[0]
    if kind == 'sequence':
        for item in reversed(node[1]):
            then = _build(item, then, flags)
        return then
    if kind == 'one':
        test = node[1]
        return lambda st, i: then(st, i + 1) if i < st.end and test(st.text[i]) else -1
    if kind == 'edge':
        holds = node[1]
        return lambda st, i: then(st, i) if holds(st, i) else -1
    if kind == 'choice':
        branches = [_build(branch, then, flags) for branch in node[1]]
        def choose(st, i):
            for branch in branches:
                found = branch(st, i)
                if found >= 0:
                    return found
            return -1
        return choose
    if kind == 'group':
        return _build_group(node[1], node[2], then, flags)
    if kind == 'look':
        inner, wanted = _build(node[1], lambda st, i: i, flags), node[2]
        return lambda st, i: then(st, i) if (inner(st, i) >= 0) == wanted else -1
    if kind == 'back':
        return _build_back(node[1], then, flags)
    if node[1][0] == 'one':
        return _build_run(node, then)
    return _build_loop(node, then, flags)

def _build_back(number, then, flags):
    def again(st, i):
        place = st.found[number]
        if place is None:
            return -1
        text = st.text[place[0]:place[1]]
        other = st.text[i:i + len(text)]
        same = text.lower() == other.lower() if flags & I else text == other
        return then(st, i + len(text)) if same else -1
    return again

def _build_group(inner, number, then, flags):
    def close(st, i):
        old = st.found[number]
        st.found[number] = (st.begun[number], i)
        end = then(st, i)
        if end < 0:
            st.found[number] = old
        return end
    body = _build(inner, close, flags)
    def begin(st, i):
        old = st.begun[number]
        st.begun[number] = i
        end = body(st, i)
        st.begun[number] = old
        return end
    return begin

def _build_run(node, then):
    _, (_, test), low, high, lazy, _ = node
    def run(st, i):
        text, stop = st.text, st.end if high is None else min(st.end, i + high)
        if lazy:
            at = i
            while at - i < low:
                if at >= stop or not test(text[at]):
                    return -1
                at += 1
            while True:
                found = then(st, at)
                if found >= 0 or at >= stop or not test(text[at]):
                    return found
                at += 1
        at = i
        while at < stop and test(text[at]):
            at += 1
        while at - i >= low:
            found = then(st, at)
            if found >= 0:
                return found
            at -= 1
        return -1
    return run

def _build_loop(node, then, flags):
    _, inner, low, high, lazy, key = node
    def leave(st, i, state):
        found = then(st, i)
        st.loops[key] = state
        return found
    def again(st, i):
        state = st.loops[key]
        count, last = state
        if count > low and i == last:
            return leave(st, i, state)
        if lazy and count >= low:
            found = leave(st, i, state)
            if found >= 0:
                return found
        if high is None or count < high:
            st.loops[key] = (count + 1, i)
            found = body(st, i)
            st.loops[key] = state
            if found >= 0:
                return found
        return leave(st, i, state) if not lazy and count >= low else -1
    body = _build(inner, again, flags)
    def begin(st, i):
        state = st.loops.get(key)
        st.loops[key] = (0, -1)
        found = again(st, i)
        st.loops[key] = state
        return found
    return begin

class _State:
    def __init__(self, text, groups, avoid):
        self.text, self.end, self.avoid = text, len(text), avoid
        self.found, self.begun, self.loops = [None] * (groups + 1), [0] * (groups + 1), {}

class Match:
    def __init__(self, pattern, state):
        self.re, self.string, self._found = pattern, state.text, state.found

    def _number(self, group):
        number = self.re.groupindex.get(group) if type(group) is str else group
        if number is None or not 0 <= number < len(self._found):
            raise IndexError('no such group')
        return number

    def span(self, group=0):
        return self._found[self._number(group)] or (-1, -1)

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    def _text(self, group, default=None):
        place = self._found[self._number(group)]
        return default if place is None else self.string[place[0]:place[1]]

    def group(self, *groups):
        if len(groups) < 2:
            return self._text(groups[0] if groups else 0)
        return tuple([self._text(group) for group in groups])

    def __getitem__(self, group):
        return self._text(group)

    def groups(self, default=None):
        return tuple([self._text(n, default) for n in range(1, len(self._found))])

    def groupdict(self, default=None):
        return {name: self._text(name, default) for name in self.re.groupindex}

    @property
    def lastindex(self):
        found = [n for n in range(1, len(self._found)) if self._found[n]]
        return max(found, key=lambda n: self._found[n][1] * 1000 - n) if found else None

    def expand(self, template):
        return _expand(template, self)

    def __repr__(self):
        return '<re.Match object; span=' + repr(self.span()) + ', match=' + repr(self.group()) + '>'

def _expand(template, match):
    parts, at = [], 0
    while at < len(template):
        c = template[at]
        at += 1
        if c != '\\' or at >= len(template):
            parts.append(c)
            continue
        c = template[at]
        at += 1
        if c == 'g' and template[at:at + 1] == '<':
            end = template.find('>', at)
            name, at = template[at + 1:end], end + 1
            parts.append(match._text(int(name) if name.isdigit() else name, ''))
        elif c in _DIGITS:
            if template[at:at + 1].isdigit():
                c, at = c + template[at], at + 1
            parts.append(match._text(int(c), ''))
        else:
            parts.append(_ESCAPES.get(c) or ('\\' if c == '\\' else '\\' + c))
    return ''.join(parts)

class Pattern:
    def __init__(self, pattern, flags):
        if type(pattern) is not str:
            raise TypeError('first argument must be string or compiled pattern')
        parser = _Parser(pattern, flags)
        tree = parser.choice()
        if parser.at < len(pattern):
            parser.fail('unbalanced parenthesis')
        self.pattern, self.flags, self.groups, self.groupindex = pattern, parser.flags, parser.groups, parser.names
        self._anywhere = _build(tree, lambda st, i: -1 if i == st.avoid else i, parser.flags)
        self._whole = _build(tree, lambda st, i: i if i == st.end else -1, parser.flags)

    def _try(self, program, text, at, avoid=-1):
        state = _State(text, self.groups, avoid)
        end = program(state, at)
        if end < 0:
            return None
        state.found[0] = (at, end)
        return Match(self, state)

    def match(self, string, pos=0):
        return self._try(self._anywhere, string, pos)

    def fullmatch(self, string, pos=0):
        return self._try(self._whole, string, pos)

    def search(self, string, pos=0, avoid=-1):
        for at in range(pos, len(string) + 1):
            found = self._try(self._anywhere, string, at, avoid)
            if found is not None:
                return found

    def finditer(self, string):
        at, avoid = 0, -1
        while True:
            found = self.search(string, at, avoid)
            if found is None:
                return
            yield found
            at = found.end()
            # Behind an empty match the next one here must not be empty.
            avoid = at if found.start() == at else -1

    def findall(self, string):
        if self.groups == 0:
            return [found.group() for found in self.finditer(string)]
        if self.groups == 1:
            return [found._text(1, '') for found in self.finditer(string)]
        return [found.groups('') for found in self.finditer(string)]

    def split(self, string, maxsplit=0):
        parts, at = [], 0
        for count, found in enumerate(self.finditer(string)):
            if maxsplit and count >= maxsplit:
                break
            parts.append(string[at:found.start()])
            parts.extend(found.groups())
            at = found.end()
        parts.append(string[at:])
        return parts

    def subn(self, repl, string, count=0):
        parts, at, made = [], 0, 0
        for found in self.finditer(string):
            if count and made >= count:
                break
            parts.append(string[at:found.start()])
            parts.append(_expand(repl, found) if type(repl) is str else repl(found))
            at = found.end()
            made += 1
        parts.append(string[at:])
        return ''.join(parts), made

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __repr__(self):
        return 're.compile(' + repr(self.pattern) + ')'

def compile(pattern, flags=0):
    return pattern if isinstance(pattern, Pattern) else Pattern(pattern, flags)

def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)

def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)

def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)

def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)

def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)

def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)

def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)

def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)

def escape(text):
    return ''.join(['\\' + c if c in '()[]{}?*+-|^$\\.&~# \t\n\r\v\f' else c for c in text])
`;
