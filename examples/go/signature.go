package main

import (
	"crypto/md5"
	"fmt"
	"regexp"
	"sort"
	"strings"
)

// Sign signs all non-empty parameters except sign, sorted by name in byte order. It panics if the key is empty.
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

// Values that may contain a &: free texts and URLs.
var (
	freeTexts = map[string]bool{"extra": true, "message": true, "note": true, "accountName": true, "bankCode": true}
	address   = regexp.MustCompile(`(?i)^https?://`)
	field     = regexp.MustCompile(`&(mchId|merchant_id|mchOrderNo|merchant_order_no|orderNo|gateway_order_no|amount|fee` +
		`|status|payTime|test|sign|paidAmount|netAmount|tradeType|utr|extra|usdtAmount|totalDebit|txid|message|link_code` +
		`|client_ref|currency|paid_at|notifyUrl|returnUrl|payType|bankCode|accountName|accountNumber|ifsc|upiId|usdtAddress)=`)
)

// IsAmbiguous reports whether other parameters would have the same signature. The signed string has no escaping, so a &
// in a value can look like the next field.
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
