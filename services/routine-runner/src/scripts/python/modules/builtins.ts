/**
 * Replaces rounding where the interpreter differs from Python: round() to decimals, from the exact value of a number.
 */
export const builtinsSource = `
from math import frexp, isfinite

_round = round

def round(number, ndigits=None):
    if ndigits is None:
        return _round(number)
    digits = int(ndigits)
    if type(number) is not float:
        if type(number) is not int or digits >= 0:
            return number
        unit = 10 ** -digits
        return _halves(number, unit) * unit
    if not isfinite(number) or number == 0 or digits > 323:
        return number
    if digits < -308:
        return 0.0
    mantissa, exponent = frexp(number)
    top, bottom = int(mantissa * 9007199254740992.0), 1
    exponent -= 53
    if exponent >= 0:
        top <<= exponent
    else:
        bottom <<= -exponent
    if digits >= 0:
        top *= 10 ** digits
    else:
        bottom *= 10 ** -digits
    sign = '-' if number < 0 else ''
    return float(sign + str(abs(_halves(top, bottom))) + 'e' + str(-digits))

def _halves(top, bottom):
    whole, rest = divmod(top, bottom)
    twice = 2 * rest
    return whole + 1 if twice > bottom or (twice == bottom and whole % 2) else whole
`;
