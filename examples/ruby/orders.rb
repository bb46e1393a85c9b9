# The shop's orders and payouts, in SQLite. If two processes try to change an order, its statements let only one
# succeed.

require "bigdecimal"
require "sqlite3"

class Orders
  def initialize(path)
    @path = path
    open do |database|
      database.execute_batch(<<~SQL)
        CREATE TABLE IF NOT EXISTS orders
          (mch_order_no TEXT PRIMARY KEY, amount TEXT NOT NULL, paid_amount TEXT);
        CREATE TABLE IF NOT EXISTS payouts
          (mch_order_no TEXT PRIMARY KEY, amount TEXT NOT NULL, destination TEXT NOT NULL, settled TEXT);
      SQL
    end
  end

  # Returns the amount and the paid amount, or nil if the order does not exist.
  def find(mch_order_no)
    open do |database|
      database.get_first_row("SELECT amount, paid_amount FROM orders WHERE mch_order_no = ?", [mch_order_no])
    end
  end

  # Credits an order once, because only one of several simultaneous statements finds it unpaid. Returns whether this
  # call credited the order.
  def credit?(mch_order_no, paid_amount)
    change?("UPDATE orders SET paid_amount = ? WHERE mch_order_no = ? AND paid_amount IS NULL", [paid_amount, mch_order_no])
  end

  # Compare the paid amount, not the requested amount.
  def paid?(mch_order_no)
    amount, paid_amount = find(mch_order_no)
    !paid_amount.nil? && BigDecimal(paid_amount) >= BigDecimal(amount)
  end

  def payout?(mch_order_no, amount)
    same = "SELECT 1 FROM payouts WHERE mch_order_no = ? AND amount = ?"
    open { |database| !database.get_first_value(same, [mch_order_no, amount]).nil? }
  end

  # Stores the final state of a payout once. Returns whether this call stored the state.
  def settle_payout?(mch_order_no, status)
    change?("UPDATE payouts SET settled = ? WHERE mch_order_no = ? AND settled IS NULL", [status, mch_order_no])
  end

  private

  def change?(statement, values)
    open do |database|
      database.execute(statement, values)
      database.changes == 1
    end
  end

  # Opens the file for each call, so threads and processes share only the file.
  def open
    SQLite3::Database.new(@path) do |database|
      database.busy_timeout = 5000
      return yield database
    end
  end
end
