from django.urls import path

from .views import callbacks

urlpatterns = [path("callbacks", callbacks)]
