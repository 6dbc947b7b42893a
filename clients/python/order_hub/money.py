"""Exact amounts (docs/api/conventions.md#money): `12.50 EUR` is Decimal("12.50") and "EUR"."""
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Tuple

_money = re.compile(r"-?[0-9]+\.[0-9]{2} [A-Z]{3}")
_quantity = re.compile(r"-?[0-9]+(\.[0-9]{1,10})?")
_hundredth = Decimal("0.01")


def parse_money(money: str) -> Tuple[Decimal, str]:
    """Raises ValueError for anything but Money."""
    if not _money.fullmatch(money):
        raise ValueError(f"{money} is not an amount such as 12.50 EUR")
    amount, currency = money.split(" ")
    return Decimal(amount), currency


def format_money(amount: Decimal, currency: str) -> str:
    """Rounds to 2 decimals, half away from zero, as the hub does (docs/api/orders.md#totals). Zero has no sign."""
    rounded = amount.quantize(_hundredth, ROUND_HALF_UP, _exact(amount))
    return f"{abs(rounded) if rounded == 0 else rounded:f} {currency}"


def add_money(first: str, *others: str) -> str:
    """The sum. Raises ValueError if the currencies differ."""
    total, currency = parse_money(first)
    for money in others:
        amount, other = parse_money(money)
        if other != currency:
            raise ValueError(f"{money} is not in {currency}")
        total = _exact(total, amount).add(total, amount)
    return format_money(total, currency)


def multiply_money(money: str, quantity: str) -> str:
    """An amount times a decimal such as a quantity: `2`, `0.25`. Raises ValueError for anything but Money and a decimal."""
    amount, currency = parse_money(money)
    if not _quantity.fullmatch(quantity):
        raise ValueError(f"{quantity} is not a decimal such as 0.25")
    factor = Decimal(quantity)
    return format_money(_exact(amount, factor).multiply(amount, factor), currency)


def _exact(*operands: Decimal) -> Context:
    """Enough digits for every digit of the result."""
    return Context(prec=sum(len(operand.as_tuple().digits) + abs(int(operand.as_tuple().exponent)) for operand in operands) + 4)
