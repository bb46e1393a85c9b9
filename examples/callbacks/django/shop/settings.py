"""The settings of a shop whose only page is the callback endpoint."""

from inrgate import setting

# This shop signs nothing with this key. A shop with sessions needs its own secret key.
SECRET_KEY = setting("DJANGO_SECRET_KEY", "unused")
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "shop.urls"
INSTALLED_APPS = ["shop"]
# If your shop has more pages, keep their middleware. The view is exempt from the CSRF check.
MIDDLEWARE = ["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": setting("ORDERS", "orders.db")}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
