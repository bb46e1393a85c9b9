"""The shop's database, with the methods that `receiver.handle` calls."""

from decimal import Decimal

from .models import Order, Payout


class Orders:
    def find(self, mch_order_no):
        return Order.objects.filter(pk=mch_order_no).first()

    def credit(self, mch_order_no, paid_amount):
        """Returns whether this call credited the order."""
        unpaid = Order.objects.filter(pk=mch_order_no, paid_amount__isnull=True)
        return unpaid.update(paid_amount=paid_amount) == 1

    def is_paid(self, mch_order_no):
        """Compare the paid amount, not the requested amount."""
        order = self.find(mch_order_no)
        return order.paid_amount is not None and Decimal(order.paid_amount) >= Decimal(order.amount)

    def has_payout(self, mch_order_no, amount):
        return Payout.objects.filter(pk=mch_order_no, amount=amount).exists()

    def settle_payout(self, mch_order_no, status):
        """Returns whether this call stored the final state."""
        return Payout.objects.filter(pk=mch_order_no, settled__isnull=True).update(settled=status) == 1
