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

// Refused means that the gateway rejected the call, so no order was created. Its value is the gateway's error code.
type Refused string

func (code Refused) Error() string { return "refused: " + string(code) }

// ErrUnknown means that the order may exist. Retry with the same order number, never with a new one.
var ErrUnknown = errors.New("unknown")

const longestRetryAfter = 30 * time.Second

// waits are the delays before the second and later attempts.
var waits = []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second}

// A Merchant signs pay-ins with its API Key, and payouts with its API Secret.
type Merchant struct {
	ID, Key, Secret string
}

// A Client creates pay-ins and payouts. A call has up to four attempts with the same bytes. The retries are safe,
// because the order number identifies the order.
type Client struct {
	BaseURL  string
	Merchant Merchant
	HTTP     http.Client
}

// NewClient creates a client that follows no redirects, so only the gateway receives the signed request.
func NewClient(baseURL string, merchant Merchant) *Client {
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{baseURL, merchant, http.Client{Timeout: 10 * time.Second, CheckRedirect: stay}}
}

// An Order contains the fields of the gateway's responses that this shop needs. Only a pay-in has a PayURL.
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

// CreatePayin returns the pay-in, even if the response to the attempt that created it was lost.
func (client *Client) CreatePayin(mchOrderNo, amount, notifyURL string) (Order, error) {
	return client.create("payin", client.Merchant.Key, map[string]string{
		"mchOrderNo": mchOrderNo, "amount": amount, "notifyUrl": notifyURL,
	})
}

// A Destination is the destination of a payout: a UPI ID or a BankAccount.
type Destination interface {
	// params returns the fields by the gateway's names.
	params() map[string]string
}

// A UPI ID has the form name@bank.
type UPI string

func (id UPI) params() map[string]string { return map[string]string{"upiId": string(id)} }

// A BankAccount needs all four fields.
type BankAccount struct {
	BankCode, AccountName, AccountNumber, IFSC string
}

func (account BankAccount) params() map[string]string {
	return map[string]string{
		"bankCode": account.BankCode, "accountName": account.AccountName,
		"accountNumber": account.AccountNumber, "ifsc": account.IFSC,
	}
}

// CreatePayout returns the payout, even if the response to the attempt that created it was lost.
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
		// An earlier attempt can still be in progress, so "not found" is not final.
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
		// A rejection does not undo an order that an earlier attempt may have created.
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

// send returns status 0 without a response. If another server responded, it returns no error code.
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
