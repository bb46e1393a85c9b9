# Verifies callbacks, for any Ruby web framework.

require "digest"
require "json"
require "openssl"
require "uri"

module Inrgate
  # An unverified callback, which must have no effect.
  class Untrusted < StandardError; end

  # The fields of a callback. A repeated field is an error.
  class Fields < Hash
    def []=(name, value)
      raise ArgumentError, "a field comes twice" if key?(name)
      super
    end
  end

  # Names of free texts. Like URLs, they may contain a &.
  FREE_TEXTS = %w[extra message note accountName bankCode].freeze
  FIELD = Regexp.new(
    "&(?:mchId|merchant_id|mchOrderNo|merchant_order_no|orderNo|gateway_order_no|amount|fee|status|payTime|test|sign" \
    "|paidAmount|netAmount|tradeType|utr|extra|usdtAmount|totalDebit|txid|message|link_code|client_ref|currency|paid_at" \
    "|notifyUrl|returnUrl|payType|bankCode|accountName|accountNumber|ifsc|upiId|usdtAddress)="
  )

  module_function

  # Signs all non-empty parameters except `sign`, sorted by name in byte order.
  def sign(params, key)
    raise ArgumentError, "the key is empty" if key.to_s.empty?
    pairs = params.reject { |name, value| name == "sign" || value.nil? || value == "" }
    text = pairs.sort_by { |name, _| name.b }.map { |name, value| "#{name}=#{value}" }.join("&")
    Digest::MD5.hexdigest("#{text}&key=#{key}").upcase
  end

  # Returns the fields of a callback as strings. Pass the raw bytes as `body`.
  def verify_callback(body, content_type, mch_id:, mch_key:, mch_secret:)
    fields = read(body.dup.force_encoding(Encoding::UTF_8), content_type)
    expected = sign(fields, payout?(fields) ? mch_secret : mch_key)
    unless OpenSSL.secure_compare(expected, fields.fetch("sign", "").upcase)
      raise Untrusted, "the signature is wrong"
    end
    raise Untrusted, "the signature fits other fields too" if ambiguous?(fields)
    { "mchId" => "merchant_id", "mchOrderNo" => "merchant_order_no" }.each do |name, other|
      raise Untrusted, "#{name} and #{other} differ" if fields.key?(other) && fields[other] != fields[name]
    end
    raise Untrusted, "it is for another merchant" unless fields["mchId"] == mch_id
    fields
  end

  # Returns whether the callback concerns a payout. Only payouts contain `totalDebit`. The API Secret signs them.
  def payout?(fields)
    !fields.fetch("totalDebit", "").empty?
  end

  # Returns whether other fields would have the same signature, because a & in a value can look like the next field.
  def ambiguous?(fields)
    fields.any? do |name, value|
      may_hold = FREE_TEXTS.include?(name) || value.match?(%r{\Ahttps?://}i)
      name.match?(/[&=]/) || (may_hold ? value.match?(FIELD) : value.include?("&"))
    end
  end

  def read(text, content_type)
    fields =
      case content_type.to_s.split(";").first.to_s.strip.downcase
      when "application/json" then read_json(text)
      when "application/x-www-form-urlencoded" then read_form(text)
      else raise ArgumentError, "neither JSON nor a form"
      end
    raise ArgumentError, "not in UTF-8" unless fields.flatten.all?(&:valid_encoding?)
    fields
  rescue ArgumentError, JSON::ParserError, EncodingError
    raise Untrusted, "the body cannot be read"
  end

  # Keeps decimals as written. The gateway signs 500.00, and a Float would change it to 500.0.
  def read_json(text)
    parsed = JSON.parse(text, decimal_class: String, object_class: Fields, create_additions: false)
    raise ArgumentError, "not an object" unless parsed.is_a?(Fields)
    parsed.each_with_object(Fields.new) do |(name, value), fields|
      raise ArgumentError, "a field is no plain value" if value.is_a?(Hash) || value.is_a?(Array)
      fields[name] = value.to_s
    end
  end

  def read_form(text)
    URI.decode_www_form(text, Encoding::UTF_8).each_with_object(Fields.new) do |(name, value), fields|
      fields[name] = value
    end
  end

  private_class_method :read, :read_json, :read_form
end
