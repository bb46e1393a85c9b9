// Command shop creates pay-ins and payouts, and serves the callback endpoint:
//
//	shop pay ORDER-1 500.00
//	shop payout W-1 500.00 asha@okhdfcbank
//	shop payout W-2 500.00 'HDFC Bank' 'Asha Rao' 001234567890 HDFC0001234
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

const (
	largestBody = 64 << 10
	usage       = "usage: shop pay NUMBER AMOUNT | shop payout NUMBER AMOUNT UPI_ID" +
		" | shop payout NUMBER AMOUNT BANK_CODE ACCOUNT_NAME ACCOUNT_NUMBER IFSC" +
		" | shop callbacks | shop sign KEY NAME=VALUE..."
)

var amountPattern = regexp.MustCompile(`^[0-9]{1,12}\.[0-9]{2}$`)

func main() {
	args := os.Args[1:]
	switch {
	case len(args) == 3 && args[0] == "pay":
		os.Exit(pay(args[1], args[2]))
	case len(args) == 4 && args[0] == "payout":
		os.Exit(payout(args[1], args[2], UPI(args[3])))
	case len(args) == 7 && args[0] == "payout":
		os.Exit(payout(args[1], args[2], BankAccount{args[3], args[4], args[5], args[6]}))
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
		log.Fatal(usage)
	}
}

// pay prints the URL of the checkout. It returns exit code 1 if the gateway rejected the call, and 2 if the order may
// exist.
func pay(mchOrderNo, amount string) int {
	isThis, err := shopOrders().Take(mchOrderNo, amount)
	if err != nil {
		log.Fatal(err)
	}
	if !isThis {
		return report("", mchOrderNo, fmt.Errorf("refused by the shop: %s is an order with another amount. Use a new number", mchOrderNo))
	}
	client := NewClient(baseURL(), Merchant{ID: mchID(), Key: merchantKey("INRGATE_MCH_KEY")})
	notifyURL := setting("INRGATE_CALLBACK_URL", "http://127.0.0.1:3000/callbacks")
	payin, err := client.CreatePayin(mchOrderNo, amount, notifyURL)
	return report(payin.PayURL, mchOrderNo, err)
}

// payout prints the state of the payout. Its exit codes are those of pay.
func payout(mchOrderNo, amount string, to Destination) int {
	isThis, err := shopOrders().TakePayout(mchOrderNo, amount, to)
	if err != nil {
		log.Fatal(err)
	}
	if !isThis {
		return report("", mchOrderNo, fmt.Errorf("refused by the shop: %s is a payout with another amount or destination. Use a new number", mchOrderNo))
	}
	merchant := Merchant{ID: mchID(), Secret: merchantKey("INRGATE_MCH_SECRET")}
	made, err := NewClient(baseURL(), merchant).CreatePayout(mchOrderNo, amount, to)
	return report(made.Status, mchOrderNo, err)
}

func report(text, mchOrderNo string, err error) int {
	switch {
	case errors.Is(err, ErrUnknown):
		fmt.Fprintf(os.Stderr, "%s; run this again with %s\n", err, mchOrderNo)
		return 2
	case err != nil:
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	fmt.Println(text)
	return 0
}

func serve() {
	address := "127.0.0.1:" + setting("PORT", "3000")
	merchant := Merchant{
		ID:     mchID(),
		Key:    merchantKey("INRGATE_MCH_KEY"),
		Secret: merchantKey("INRGATE_MCH_SECRET"),
	}
	http.HandleFunc("/callbacks", func(response http.ResponseWriter, request *http.Request) {
		status, text := answerTo(request, merchant)
		response.Header().Set("Content-Type", "text/plain; charset=utf-8")
		response.WriteHeader(status)
		io.WriteString(response, text)
	})
	fmt.Printf("waiting for callbacks at http://%s/callbacks\n", address)
	server := http.Server{Addr: address, ReadTimeout: 5 * time.Second}
	log.Fatal(server.ListenAndServe())
}

func answerTo(request *http.Request, merchant Merchant) (int, string) {
	if request.Method != http.MethodPost {
		return http.StatusMethodNotAllowed, "the method must be POST"
	}
	// Reads the raw bytes, because parsing can change the signed string.
	body, err := io.ReadAll(io.LimitReader(request.Body, largestBody+1))
	if err != nil || len(body) > largestBody {
		return http.StatusRequestEntityTooLarge, "too large"
	}
	fields, err := VerifyCallback(body, request.Header.Get("Content-Type"), merchant)
	if err != nil {
		return http.StatusUnauthorized, err.Error()
	}
	// The test callback from the merchant dashboard belongs to no order. A failed pay-in can still be paid, so cancel
	// nothing.
	isTest, status := fields["test"] != "" && fields["test"] != "false", fields["status"]
	switch {
	case isTest:
	case isPayout(fields) && (status == "success" || status == "failed"):
		err = settle(fields["mchOrderNo"], fields["amount"], status)
	case !isPayout(fields) && status == "success":
		err = credit(fields["mchOrderNo"], fields["paidAmount"])
	}
	if err != nil {
		log.Print(err)
		return http.StatusInternalServerError, "not noted" // the gateway retries
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
		// Compare the paid amount, not the requested amount.
		log.Printf("%s: %s INR, enough: %t", mchOrderNo, paidAmount, paise(paidAmount) >= paise(amount))
	}
	return err
}

func settle(mchOrderNo, amount, status string) error {
	orders := shopOrders()
	if !orders.HasPayout(mchOrderNo, amount) {
		return fmt.Errorf("%s: no such payout", mchOrderNo)
	}
	isFirst, err := orders.SettlePayout(mchOrderNo, status)
	if isFirst {
		log.Printf("%s: payout %s", mchOrderNo, status)
	}
	return err
}

// paise parses an amount with two decimals, without floats.
func paise(amount string) int64 {
	value, _ := strconv.ParseInt(strings.Replace(amount, ".", "", 1), 10, 64)
	return value
}

func shopOrders() Orders { return Orders(setting("ORDERS", "orders")) }

func baseURL() string { return setting("INRGATE_BASE_URL", "http://127.0.0.1:4300/v3") }

func mchID() string { return setting("INRGATE_MCH_ID", "DEMO1001") }

// merchantKey returns a key of the merchant. The key has no default, because an attacker could sign with a published
// key.
func merchantKey(name string) string {
	key := os.Getenv(name)
	if key == "" {
		log.Fatalf("%s is not set", name)
	}
	return key
}

func setting(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
