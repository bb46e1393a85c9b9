from django.http import HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from receiver import handle

from .orders import Orders

orders = Orders()


@csrf_exempt  # the signature protects the endpoint
@require_POST
def callbacks(request):
    # Pass the raw bytes, because the signature covers them. Do not use request.POST.
    status, text = handle(request.body, request.headers.get("Content-Type"), orders)
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")
