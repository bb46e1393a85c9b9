// Command shop creates pay-ins and serves the callback endpoint:
//
//	shop pay ORDER-1 500.00
//	shop callbacks
//	shop sign KEY mchId=DEMO1001 amount=500.00
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const largestBody = 64 << 10

var amountPattern = regexp.MustCompile(`^[0-9]{1,12}\.[0-9]{2}$`)

func main() {
	args := os.Args[1:]
	switch {
	case len(args) == 3 && args[0] == "pay":
		os.Exit(pay(args[1], args[2]))
	case len(args) == 1 && args[0] == "callbacks":
		serve()
	case len(args) >= 2 && args[0] == "sign":
		params := map[string]string{}
		for _, param := range args[2:] {
			name, value, _ := strings.Cut(param, "=")
			params[name] = value
		}
		fmt.Println(Sign(params, args[1]))
	default:
		log.Fatal("usage: shop pay NUMBER AMOUNT | shop callbacks | shop sign KEY NAME=VALUE...")
	}
}

// pay prints where the customer pays. It ends with 1 when the gateway refused, with 2 when the order may exist.
func pay(mchOrderNo, amount string) int {
	if err := shopOrders().Take(mchOrderNo, amount); err != nil {
		log.Fatal(err)
	}
	client := Client{
		BaseURL: setting("INRGATE_BASE_URL", "http://127.0.0.1:4300/v3"),
		MchID:   setting("INRGATE_MCH_ID", "DEMO1001"),
		MchKey:  setting("INRGATE_MCH_KEY", "demo-mch-key"),
		HTTP:    http.Client{Timeout: 10 * time.Second},
	}
	notifyURL := setting("NOTIFY_URL", "http://127.0.0.1:3000/callbacks")
	payin, err := client.CreatePayin(mchOrderNo, amount, notifyURL)
	switch {
	case errors.Is(err, ErrUnknown):
		fmt.Fprintf(os.Stderr, "%s; run this again with %s\n", err, mchOrderNo)
		return 2
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(payin.PayURL)
	return 0
}

func serve() {
	address := "127.0.0.1:" + setting("PORT", "3000")
	http.HandleFunc("/callbacks", func(response http.ResponseWriter, request *http.Request) {
		status, text := answerTo(request)
		response.Header().Set("Content-Type", "text/plain; charset=utf-8")
		response.WriteHeader(status)
		io.WriteString(response, text)
	})
	fmt.Printf("waiting for callbacks at http://%s/callbacks\n", address)
	server := http.Server{Addr: address, ReadTimeout: 8 * time.Second}
	log.Fatal(server.ListenAndServe())
}

func answerTo(request *http.Request) (int, string) {
	if request.Method != http.MethodPost {
		return http.StatusMethodNotAllowed, "callbacks are sent by POST"
	}
	// The raw bytes: what a parser makes of them has another signature.
	body, err := io.ReadAll(io.LimitReader(request.Body, largestBody+1))
	if err != nil || len(body) > largestBody {
		return http.StatusRequestEntityTooLarge, "too large"
	}
	mchID, mchKey := setting("INRGATE_MCH_ID", "DEMO1001"), setting("INRGATE_MCH_KEY", "demo-mch-key")
	fields, err := VerifyCallback(body, request.Header.Get("Content-Type"), mchID, mchKey)
	if err != nil {
		return http.StatusUnauthorized, err.Error()
	}
	// The panel's test credits nothing. A pay-in that failed can still be paid, so nothing is cancelled.
	isTest := fields["test"] != "" && fields["test"] != "false"
	if isTest || fields["status"] != "success" {
		return http.StatusOK, "success"
	}
	if err := credit(fields["mchOrderNo"], fields["paidAmount"]); err != nil {
		log.Print(err)
		return http.StatusInternalServerError, "not credited" // it comes again
	}
	return http.StatusOK, "success"
}

func credit(mchOrderNo, paidAmount string) error {
	orders := shopOrders()
	amount, ok := orders.Amount(mchOrderNo)
	if !ok || !amountPattern.MatchString(paidAmount) {
		return fmt.Errorf("%s: no such order, or no amount", mchOrderNo)
	}
	isFirst, err := orders.Credit(mchOrderNo, paidAmount)
	if isFirst {
		// The amount that was paid counts, not the one that was asked for.
		log.Printf("%s: %s INR, enough: %t", mchOrderNo, paidAmount, paise(paidAmount) >= paise(amount))
	}
	return err
}

// paise reads an amount with two decimals; nobody calculates with floats.
func paise(amount string) int64 {
	value, _ := strconv.ParseInt(strings.Replace(amount, ".", "", 1), 10, 64)
	return value
}

func shopOrders() Orders { return Orders(setting("ORDERS", "orders")) }

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
