# The callback endpoint: run ruby callbacks.rb, then POST to /callbacks on port 3000.

require "webrick"
require_relative "inrgate"
require_relative "orders"

# Returns a key of the merchant. The key has no default, because an attacker could sign callbacks with a published key.
def merchant_key(name)
  key = ENV.fetch(name, "")
  key.empty? ? abort("#{name} is not set") : key
end

MERCHANT = {
  mch_id: ENV.fetch("INRGATE_MCH_ID", "DEMO1001"),
  mch_key: merchant_key("INRGATE_MCH_KEY"),
  mch_secret: merchant_key("INRGATE_MCH_SECRET")
}.freeze
LARGEST_BODY = 64 * 1024
ORDERS = Orders.new(ENV.fetch("ORDERS", "orders.db"))
$stdout.sync = true

# Returns the status and the plain text of the response.
def handle(body, content_type)
  fields = Inrgate.verify_callback(body, content_type, **MERCHANT)
  # A test callback from the merchant dashboard belongs to no order.
  return [200, "success"] unless ["", "false"].include?(fields.fetch("test", ""))
  Inrgate.payout?(fields) ? settle(fields) : credit(fields)
rescue Inrgate::Untrusted => error
  [401, error.message]
end

def credit(fields)
  # A failed pay-in can still be paid, so cancel nothing.
  return [200, "success"] unless fields["status"] == "success"
  mch_order_no, paid_amount = fields.fetch("mchOrderNo", ""), fields.fetch("paidAmount", "")
  # After status 500, the gateway retries, and by then the order may exist.
  return [500, "no order, or no amount"] if ORDERS.find(mch_order_no).nil? || paid_amount !~ /\A[0-9]+\.[0-9]{2}\z/
  if ORDERS.credit?(mch_order_no, paid_amount)
    puts "#{mch_order_no}: #{paid_amount} INR, #{ORDERS.paid?(mch_order_no) ? 'paid' : 'too little'}"
  end
  [200, "success"]
end

def settle(fields)
  mch_order_no, status = fields.fetch("mchOrderNo", ""), fields["status"]
  # Acknowledge a callback with another status, which changes nothing.
  return [200, "success"] unless %w[success failed].include?(status)
  return [500, "no such payout"] unless ORDERS.payout?(mch_order_no, fields.fetch("amount", ""))
  puts "#{mch_order_no}: payout #{status}" if ORDERS.settle_payout?(mch_order_no, status)
  [200, "success"]
end

# Reads the raw bytes, because the output of a parser has another signature.
class Callbacks < WEBrick::HTTPServlet::AbstractServlet
  def do_POST(request, response)
    return answer(response, 413, "too large") unless request["Content-Length"].to_i.between?(1, LARGEST_BODY)
    answer(response, *handle(request.body, request.content_type))
  rescue SQLite3::Exception
    answer(response, 500, "the orders cannot be read")
  end

  def do_GET(_request, response)
    response["Allow"] = "POST"
    answer(response, 405, "POST only")
  end

  private

  def answer(response, status, text)
    response.status = status
    response.content_type = "text/plain; charset=utf-8"
    response.body = text
  end
end

port = ENV.fetch("PORT", "3000").to_i
server = WEBrick::HTTPServer.new(
  BindAddress: "127.0.0.1",
  Port: port,
  DoNotReverseLookup: true,
  RequestTimeout: 5, # maximum seconds of a read
  Logger: WEBrick::Log.new(File::NULL),
  AccessLog: [], # log no requests
  StartCallback: -> { puts "waiting for callbacks at http://127.0.0.1:#{port}/callbacks" }
)
server.mount "/callbacks", Callbacks
%w[INT TERM].each { |signal| trap(signal) { server.shutdown } }
server.start
