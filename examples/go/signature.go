package main

import (
	"crypto/md5"
	"fmt"
	"regexp"
	"sort"
	"strings"
)

// Sign signs texts: all but sign and what is empty, sorted by name in byte order. An empty key is everybody's, and a mistake.
func Sign(params map[string]string, key string) string {
	if key == "" {
		panic("the key is empty")
	}
	names := make([]string, 0, len(params))
	for name, value := range params {
		if name != "sign" && value != "" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for i, name := range names {
		names[i] = name + "=" + params[name]
	}
	text := strings.Join(names, "&") + "&key=" + key
	return fmt.Sprintf("%X", md5.Sum([]byte(text)))
}

// What may have a &: texts that people write, and addresses.
var (
	freeTexts = map[string]bool{"extra": true, "message": true, "note": true, "accountName": true, "bankCode": true}
	address   = regexp.MustCompile(`(?i)^https?://`)
	field     = regexp.MustCompile(`&(mchId|merchant_id|mchOrderNo|merchant_order_no|orderNo|gateway_order_no|amount|fee` +
		`|status|payTime|test|sign|paidAmount|netAmount|tradeType|utr|extra|usdtAmount|totalDebit|txid|message|link_code` +
		`|client_ref|currency|paid_at|notifyUrl|returnUrl|payType|bankCode|accountName|accountNumber|ifsc|upiId|usdtAddress)=`)
)

// IsAmbiguous tells whether others have the same signature: nothing escapes a &, so a value can hold what looks like the
// next field.
func IsAmbiguous(params map[string]string) bool {
	for name, value := range params {
		if strings.ContainsAny(name, "&=") || field.MatchString(value) {
			return true
		}
		if strings.Contains(value, "&") && !freeTexts[name] && !address.MatchString(value) {
			return true
		}
	}
	return false
}
