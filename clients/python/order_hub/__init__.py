"""The API of an order hub: `Client` and what it raises. Needs nothing but Python 3.9."""
from .calls import Options, Page, Pages
from .client import Client
from .errors import HubError

__all__ = ["Client", "HubError", "Options", "Page", "Pages"]
