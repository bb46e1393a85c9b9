package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"net/http"
	"strconv"
	"time"
)

// A Refused call made no order; it is the gateway's error code.
type Refused string

func (code Refused) Error() string { return "refused: " + string(code) }

// ErrUnknown says that the order may exist: call again with the same order number, never with a new one.
var ErrUnknown = errors.New("unknown")

const longestRetryAfter = 30 * time.Second

// waits are the times before the second attempt and the ones after it.
var waits = []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second}

// A Merchant signs pay-ins with its API Key, and withdrawals with its API Secret.
type Merchant struct {
	ID, Key, Secret string
}

// A Client makes pay-ins and withdrawals. One call is up to four attempts, all with the same bytes: the order number makes
// that safe.
type Client struct {
	BaseURL  string
	Merchant Merchant
	HTTP     http.Client
}

// NewClient follows no redirect: what is signed is for the gateway, and only the gateway is believed.
func NewClient(baseURL string, merchant Merchant) *Client {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{baseURL, merchant, http.Client{Timeout: 10 * time.Second, CheckRedirect: stay}}
}

// An Order is what of the gateway's answers this shop needs; only a pay-in has a PayURL.
type Order struct {
	MchOrderNo string `json:"mchOrderNo"`
	Amount     string `json:"amount"`
	Status     string `json:"status"`
	PayURL     string `json:"pay_url"`
}

type answer struct {
	Success bool   `json:"success"`
	Error   string `json:"error"`
	Data    Order  `json:"data"`
}

// CreatePayin answers the pay-in, also when it was made by an attempt whose answer got lost.
func (client *Client) CreatePayin(mchOrderNo, amount, notifyURL string) (Order, error) {
	return client.create("payin", client.Merchant.Key, map[string]string{
		"mchOrderNo": mchOrderNo, "amount": amount, "notifyUrl": notifyURL,
	})
}

// A Destination is where a withdrawal goes: a UPI ID or a BankAccount.
type Destination interface {
	// params are its fields, as the gateway names them.
	params() map[string]string
}

// A UPI ID has the form name@bank.
type UPI string

func (id UPI) params() map[string]string { return map[string]string{"upiId": string(id)} }

// A BankAccount needs all four.
type BankAccount struct {
	BankCode, AccountName, AccountNumber, IFSC string
}

func (account BankAccount) params() map[string]string {
	return map[string]string{
		"bankCode": account.BankCode, "accountName": account.AccountName,
		"accountNumber": account.AccountNumber, "ifsc": account.IFSC,
	}
}

// CreatePayout answers the withdrawal, as CreatePayin.
func (client *Client) CreatePayout(mchOrderNo, amount string, to Destination) (Order, error) {
	params := to.params()
	params["mchOrderNo"], params["amount"] = mchOrderNo, amount
	return client.create("payout", client.Merchant.Secret, params)
}

func (client *Client) create(endpoint, key string, params map[string]string) (Order, error) {
	order, err := client.call(endpoint, key, params)
	if !errors.Is(err, ErrUnknown) {
		return order, err
	}
	order, err = client.call("check-order-status", key, map[string]string{"mchOrderNo": params["mchOrderNo"]})
	var refused Refused
	if errors.As(err, &refused) {
		// It can still be under way, so "not found" is not the last word.
		err = fmt.Errorf("%w: %s", ErrUnknown, string(refused))
	}
	if err == nil && !isFor(params, order) {
		err = Refused("duplicate_order")
	}
	return order, err
}

func (client *Client) call(endpoint, key string, params map[string]string) (Order, error) {
	params["mchId"] = client.Merchant.ID
	if IsAmbiguous(params) {
		return Order{}, Refused("ambiguous_value")
	}
	params["sign"] = Sign(params, key)
	body, err := json.Marshal(params)
	if err != nil {
		return Order{}, err
	}
	maybeMade := false
	for attempt := 0; ; attempt++ {
		status, answer, retryAfter := client.send(endpoint, body)
		if status == http.StatusOK && answer.Success && isFor(params, answer.Data) {
			return answer.Data, nil
		}
		refused := status >= 400 && status < 500 && answer.Error != ""
		limited := refused && status == http.StatusTooManyRequests && answer.Error == "rate_limited"
		// What an earlier attempt may have made, no later refusal takes back.
		maybeMade = maybeMade || !refused
		if refused && !limited || attempt == len(waits) || retryAfter > longestRetryAfter {
			if maybeMade {
				return Order{}, fmt.Errorf("%w: status %d %s", ErrUnknown, status, answer.Error)
			}
			return Order{}, Refused(answer.Error)
		}
		if retryAfter == 0 {
			retryAfter = waits[attempt]/2 + time.Duration(rand.Int63n(int64(waits[attempt]/2)))
		}
		time.Sleep(retryAfter)
	}
}

// send answers status 0 where there is none, and no error where the answer is not the gateway's.
func (client *Client) send(endpoint string, body []byte) (int, answer, time.Duration) {
	response, err := client.HTTP.Post(client.BaseURL+"/"+endpoint, "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, answer{}, 0
	}
	defer response.Body.Close()
	var decoded answer
	if err := json.NewDecoder(response.Body).Decode(&decoded); err != nil {
		decoded = answer{}
	}
	seconds, _ := strconv.ParseUint(response.Header.Get("Retry-After"), 10, 31)
	return response.StatusCode, decoded, time.Duration(seconds) * time.Second
}

func isFor(params map[string]string, order Order) bool {
	amount, hasAmount := params["amount"]
	return order.MchOrderNo == params["mchOrderNo"] && (!hasAmount || order.Amount == amount)
}
