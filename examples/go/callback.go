package main

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"mime"
	"net/url"
	"strings"
	"unicode/utf8"
)

var aliases = map[string]string{"mchId": "merchant_id", "mchOrderNo": "merchant_order_no"}

// VerifyCallback returns the fields of a callback as strings. Pass the raw bytes of the body.
func VerifyCallback(body []byte, contentType string, merchant Merchant) (map[string]string, error) {
	fields, err := readFields(body, contentType)
	if err != nil {
		return nil, err
	}
	key := merchant.Key
	if isPayout(fields) {
		key = merchant.Secret
	}
	expected, given := Sign(fields, key), strings.ToUpper(fields["sign"])
	if subtle.ConstantTimeCompare([]byte(expected), []byte(given)) != 1 {
		return nil, errors.New("the signature is wrong")
	}
	if IsAmbiguous(fields) {
		return nil, errors.New("the signature fits other fields too")
	}
	for name, alias := range aliases {
		if other, ok := fields[alias]; ok && other != fields[name] {
			return nil, errors.New(name + " and " + alias + " differ")
		}
	}
	if fields["mchId"] != merchant.ID {
		return nil, errors.New("it is for another merchant")
	}
	return fields, nil
}

// isPayout reports whether the callback concerns a payout. Only payouts contain totalDebit, and the API Secret signs
// them.
func isPayout(fields map[string]string) bool { return fields["totalDebit"] != "" }

func readFields(body []byte, contentType string) (map[string]string, error) {
	if !utf8.Valid(body) {
		return nil, errors.New("the body is not in UTF-8")
	}
	mediaType, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		return nil, err
	}
	switch mediaType {
	case "application/json":
		return readJSON(body)
	case "application/x-www-form-urlencoded":
		return readForm(string(body))
	}
	return nil, errors.New("the body is neither JSON nor a form")
}

// readJSON keeps every value as written. The gateway signs 500.00, and a float64 would change it to 500.
func readJSON(body []byte) (map[string]string, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(body, &raw); err != nil {
		return nil, err
	}
	fields := make(map[string]string, len(raw))
	for name, value := range raw {
		switch {
		case value[0] == '"':
			var text string
			if err := json.Unmarshal(value, &text); err != nil {
				return nil, err
			}
			fields[name] = text
		case value[0] == '{' || value[0] == '[':
			return nil, errors.New(name + " is no plain value")
		case !bytes.Equal(value, []byte("null")):
			fields[name] = string(value)
		}
	}
	return fields, nil
}

func readForm(body string) (map[string]string, error) {
	values, err := url.ParseQuery(body)
	if err != nil {
		return nil, err
	}
	fields := make(map[string]string, len(values))
	for name, all := range values {
		if len(all) != 1 || !utf8.ValidString(all[0]) {
			return nil, errors.New("a field comes twice, or is not in UTF-8")
		}
		fields[name] = all[0]
	}
	return fields, nil
}
