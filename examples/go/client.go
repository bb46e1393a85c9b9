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

// A Client makes pay-ins. One call is up to four attempts, all with the same bytes: the order number makes that safe.
type Client struct {
	BaseURL, MchID, MchKey string
	HTTP                   http.Client
}

// A Payin is what of the gateway's answer this shop needs.
type Payin struct {
	MchOrderNo string `json:"mchOrderNo"`
	Amount     string `json:"amount"`
	Status     string `json:"status"`
	PayURL     string `json:"pay_url"`
}

type answer struct {
	Success bool   `json:"success"`
	Error   string `json:"error"`
	Data    Payin  `json:"data"`
}

// CreatePayin answers the pay-in, also when it was made by an attempt whose answer got lost.
func (client *Client) CreatePayin(mchOrderNo, amount, notifyURL string) (Payin, error) {
	payin, err := client.call("payin", map[string]string{
		"mchOrderNo": mchOrderNo, "amount": amount, "notifyUrl": notifyURL,
	})
	if !errors.Is(err, ErrUnknown) {
		return payin, err
	}
	payin, err = client.RetrievePayin(mchOrderNo)
	var refused Refused
	if errors.As(err, &refused) {
		// It can still be under way, so "not found" is not the last word.
		err = fmt.Errorf("%w: %s", ErrUnknown, string(refused))
	}
	return payin, err
}

// RetrievePayin asks what became of a pay-in.
func (client *Client) RetrievePayin(mchOrderNo string) (Payin, error) {
	return client.call("check-order-status", map[string]string{"mchOrderNo": mchOrderNo})
}

func (client *Client) call(endpoint string, params map[string]string) (Payin, error) {
	params["mchId"] = client.MchID
	params["sign"] = Sign(params, client.MchKey)
	body, err := json.Marshal(params)
	if err != nil {
		return Payin{}, err
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
				return Payin{}, fmt.Errorf("%w: status %d %s", ErrUnknown, status, answer.Error)
			}
			return Payin{}, Refused(answer.Error)
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
	seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
	return response.StatusCode, decoded, time.Duration(seconds) * time.Second
}

func isFor(params map[string]string, payin Payin) bool {
	amount, hasAmount := params["amount"]
	return payin.MchOrderNo == params["mchOrderNo"] && (!hasAmount || payin.Amount == amount)
}
