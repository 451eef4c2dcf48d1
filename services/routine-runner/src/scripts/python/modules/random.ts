/** The interpreter's random module with the functions of Python's that it lacks. */
export const randomSource = `
from random import *
from math import cos, log, pi, sqrt

def shuffle(values):
    for index in range(len(values) - 1, 0, -1):
        other = randrange(index + 1)
        values[index], values[other] = values[other], values[index]

def sample(population, k):
    values = list(population)
    if not 0 <= k <= len(values):
        raise ValueError('Sample larger than population or is negative')
    shuffle(values)
    return values[:k]

def choices(population, weights=None, k=1):
    if weights is None:
        return [choice(population) for _ in range(k)]
    total = sum(weights)
    if total <= 0:
        raise ValueError('Total of weights must be greater than zero')
    chosen = []
    for _ in range(k):
        at = random() * total
        for value, weight in zip(population, weights):
            at -= weight
            if at < 0:
                break
        chosen.append(value)
    return chosen

def gauss(mu=0.0, sigma=1.0):
    return mu + sigma * sqrt(-2 * log(1 - random())) * cos(2 * pi * random())

normalvariate = gauss

def triangular(low=0.0, high=1.0, mode=None):
    u = random()
    c = 0.5 if mode is None else (mode - low) / (high - low)
    if u > c:
        u, c, low, high = 1 - u, 1 - c, high, low
    return low + (high - low) * sqrt(u * c)

def expovariate(lambd=1.0):
    return -log(1 - random()) / lambd
`;
