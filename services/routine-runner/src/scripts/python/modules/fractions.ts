/** Exact fractions of whole numbers. */
export const fractionsSource = `
import own_math as _math

def _ratio(number):
    if not _math.isfinite(number):
        raise ValueError('cannot convert a number that is not finite to integer ratio')
    mantissa, exponent = _math.frexp(number)
    top = int(mantissa * 9007199254740992.0)
    exponent -= 53
    return (top << exponent, 1) if exponent >= 0 else (top, 1 << -exponent)

def _read(text):
    text = text.strip()
    if '/' in text:
        top, bottom = text.split('/')
        return int(top), int(bottom)
    digits, exponent = text.lower(), 0
    if 'e' in digits:
        digits, power = digits.split('e')
        exponent = int(power)
    if '.' in digits:
        whole, decimals = digits.split('.')
        digits, exponent = whole + decimals, exponent - len(decimals)
    return (int(digits) * 10 ** exponent, 1) if exponent >= 0 else (int(digits), 10 ** -exponent)

class Fraction:
    def __init__(self, numerator=0, denominator=None):
        if isinstance(numerator, Fraction):
            top, bottom = numerator.numerator, numerator.denominator
        elif type(numerator) is float:
            top, bottom = _ratio(numerator)
        elif type(numerator) is str:
            top, bottom = _read(numerator)
        else:
            top, bottom = int(numerator), 1
        if denominator is not None:
            other = denominator if isinstance(denominator, Fraction) else Fraction(denominator)
            top, bottom = top * other.denominator, bottom * other.numerator
        if bottom == 0:
            raise ZeroDivisionError('Fraction(' + str(top) + ', 0)')
        if bottom < 0:
            top, bottom = -top, -bottom
        common = _math.gcd(top, bottom)
        self.numerator = top // common
        self.denominator = bottom // common

    def __add__(self, other):
        if type(other) is float:
            return float(self) + other
        other = Fraction(other)
        return Fraction(self.numerator * other.denominator + other.numerator * self.denominator, self.denominator * other.denominator)

    def __sub__(self, other):
        return float(self) - other if type(other) is float else self + -Fraction(other)

    def __mul__(self, other):
        if type(other) is float:
            return float(self) * other
        other = Fraction(other)
        return Fraction(self.numerator * other.numerator, self.denominator * other.denominator)

    def __truediv__(self, other):
        if type(other) is float:
            return float(self) / other
        other = Fraction(other)
        return Fraction(self.numerator * other.denominator, self.denominator * other.numerator)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return other / float(self) if type(other) is float else Fraction(other) / self

    def __floordiv__(self, other):
        quotient = self / other
        return _math.floor(quotient) if type(quotient) is float else quotient.numerator // quotient.denominator

    def __mod__(self, other):
        return self - other * (self // other)

    def __pow__(self, power):
        if type(power) is not int:
            return float(self) ** float(power)
        if power >= 0:
            return Fraction(self.numerator ** power, self.denominator ** power)
        return Fraction(self.denominator ** -power, self.numerator ** -power)

    def __neg__(self):
        return Fraction(-self.numerator, self.denominator)

    def __pos__(self):
        return self

    def __abs__(self):
        return Fraction(abs(self.numerator), self.denominator)

    def _compare(self, other):
        other = Fraction(other)
        return self.numerator * other.denominator - other.numerator * self.denominator

    def __eq__(self, other):
        return isinstance(other, (int, float, Fraction)) and self._compare(other) == 0

    def __lt__(self, other):
        return self._compare(other) < 0

    def __le__(self, other):
        return self._compare(other) <= 0

    def __gt__(self, other):
        return self._compare(other) > 0

    def __ge__(self, other):
        return self._compare(other) >= 0

    def __hash__(self):
        return hash(self.numerator) if self.denominator == 1 else hash((self.numerator, self.denominator))

    def __bool__(self):
        return self.numerator != 0

    def __float__(self):
        return _quotient(self.numerator, self.denominator)

    def __int__(self):
        return self.numerator // self.denominator if self.numerator >= 0 else -(-self.numerator // self.denominator)

    def __str__(self):
        return str(self.numerator) if self.denominator == 1 else str(self.numerator) + '/' + str(self.denominator)

    def __repr__(self):
        return 'Fraction(' + str(self.numerator) + ', ' + str(self.denominator) + ')'

    def limit_denominator(self, max_denominator=1000000):
        if self.denominator <= max_denominator:
            return self
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self.numerator, self.denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        one, other = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return other if abs(other - self) <= abs(one - self) else one

def _quotient(top, bottom):
    # Rounded once: both may be longer than a float is exact.
    sign, top = (-1.0, -top) if top < 0 else (1.0, top)
    if top == 0:
        return 0.0
    shift = (len(bin(top)) - len(bin(bottom))) - 55
    whole, rest = divmod(top << -shift, bottom) if shift < 0 else divmod(top, bottom << shift)
    extra = max(len(bin(whole)) - 2 - 53, 0)
    kept, low = whole >> extra, whole & ((1 << extra) - 1)
    half = 1 << extra >> 1
    if extra and (low > half or (low == half and (rest or kept & 1))):
        kept += 1
    return sign * _math.ldexp(float(kept), shift + extra)
`;
