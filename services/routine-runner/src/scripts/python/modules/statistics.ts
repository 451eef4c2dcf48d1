/** The usual functions of Python's statistics module. */
export const statisticsSource = `
import own_math as _math
from own_fractions import Fraction as _Fraction

class StatisticsError(ValueError):
    pass

def _values(data, least=1, name='mean'):
    values = list(data)
    if len(values) < least:
        many = 'one data point' if least == 1 else 'two data points'
        raise StatisticsError(name + ' requires at least ' + many)
    return values

def _total(values):
    total = _Fraction(0)
    for value in values:
        total = total + (value if isinstance(value, _Fraction) else _Fraction(value))
    return total

def _like(exact, values):
    if any(type(value) is float for value in values):
        return float(exact)
    if any(isinstance(value, _Fraction) for value in values):
        return exact
    return exact.numerator if exact.denominator == 1 else float(exact)

def mean(data):
    values = _values(data)
    return _like(_total(values) / len(values), values)

def fmean(data, weights=None):
    values = _values(data)
    if weights is None:
        return _math.fsum(values) / len(values)
    weights = list(weights)
    return _math.fsum([value * weight for value, weight in zip(values, weights)]) / _math.fsum(weights)

def geometric_mean(data):
    values = _values(data)
    return _math.exp(_math.fsum([_math.log(value) for value in values]) / len(values))

def harmonic_mean(data):
    values = _values(data)
    return len(values) / _math.fsum([1 / value for value in values])

def median(data):
    values = sorted(_values(data, 1, 'median'))
    half = len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2

def median_low(data):
    values = sorted(_values(data, 1, 'median'))
    return values[(len(values) - 1) // 2]

def median_high(data):
    values = sorted(_values(data, 1, 'median'))
    return values[len(values) // 2]

def multimode(data):
    values = list(data)
    counts = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values()) if counts else 0
    found = []
    for value in values:
        if counts[value] == most and value not in found:
            found.append(value)
    return found

def mode(data):
    found = multimode(data)
    if not found:
        raise StatisticsError('no mode for empty data')
    return found[0]

def _squares(values, center):
    mid = _total(values) / len(values) if center is None else _Fraction(center)
    return _total([(_Fraction(value) - mid) ** 2 for value in values])

def variance(data, xbar=None):
    values = _values(data, 2, 'variance')
    return _like(_squares(values, xbar) / (len(values) - 1), values)

def pvariance(data, mu=None):
    values = _values(data, 1, 'pvariance')
    return _like(_squares(values, mu) / len(values), values)

def stdev(data, xbar=None):
    values = _values(data, 2, 'stdev')
    return _root(_squares(values, xbar) / (len(values) - 1))

def pstdev(data, mu=None):
    values = _values(data, 1, 'pstdev')
    return _root(_squares(values, mu) / len(values))

def _root(exact):
    # A root of whole numbers, with more bits than a float has.
    n, m = exact.numerator, exact.denominator
    shift = max(0, 2 * 60 - (len(bin(n)) - len(bin(m)))) // 2
    return float(_Fraction(_math.isqrt((n << (2 * shift)) // m), 1 << shift))
`;
