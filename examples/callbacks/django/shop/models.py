"""The shop's orders and payouts. Only one UPDATE finds an order unpaid, so two callbacks cannot credit it twice."""

from django.db import models


class Order(models.Model):
    mch_order_no = models.CharField(max_length=64, primary_key=True)
    amount = models.CharField(max_length=20)
    paid_amount = models.CharField(max_length=20, null=True)

    class Meta:
        db_table = "orders"


class Payout(models.Model):
    mch_order_no = models.CharField(max_length=64, primary_key=True)
    amount = models.CharField(max_length=20)
    destination = models.TextField()
    settled = models.CharField(max_length=10, null=True)

    class Meta:
        db_table = "payouts"
