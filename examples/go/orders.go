package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// Orders are files in a folder, as the standard library has no database: NUMBER.order has the amount, NUMBER.paid what
// was paid; of a withdrawal NUMBER.payout has the amount and the destination, NUMBER.settled how it ended. In yours each is
// a row, and the credit one statement: UPDATE … WHERE paid_amount IS NULL.
type Orders string

// Take writes an order before the gateway hears of it: whatever happens then, the number is known. It answers whether the
// number is this order's: what was paid is compared with the amount that stands here.
func (orders Orders) Take(mchOrderNo, amount string) (bool, error) {
	if isNew, err := orders.createOnce(mchOrderNo, ".order", amount); isNew || err != nil {
		return isNew, err
	}
	known, err := os.ReadFile(orders.path(mchOrderNo, ".order"))
	return string(known) == amount, err
}

// Amount answers what was asked for.
func (orders Orders) Amount(mchOrderNo string) (string, bool) {
	amount, err := os.ReadFile(orders.path(mchOrderNo, ".order"))
	return string(amount), err == nil
}

// Credit credits an order once: of all that try, one makes the file. It answers whether this one did.
func (orders Orders) Credit(mchOrderNo, paidAmount string) (bool, error) {
	return orders.createOnce(mchOrderNo, ".paid", paidAmount)
}

// TakePayout writes a withdrawal before the gateway hears of it. It answers whether the number is this withdrawal's: the
// gateway compares no destination, and would answer with the earlier one.
func (orders Orders) TakePayout(mchOrderNo, amount string, to Destination) (bool, error) {
	destination, err := json.Marshal(to.params())
	if err != nil {
		return false, err
	}
	text := amount + " " + string(destination)
	if isNew, err := orders.createOnce(mchOrderNo, ".payout", text); isNew || err != nil {
		return isNew, err
	}
	known, err := os.ReadFile(orders.path(mchOrderNo, ".payout"))
	return string(known) == text, err
}

// HasPayout tells whether there is such a withdrawal, of this amount.
func (orders Orders) HasPayout(mchOrderNo, amount string) bool {
	known, err := os.ReadFile(orders.path(mchOrderNo, ".payout"))
	return err == nil && strings.HasPrefix(string(known), amount+" ")
}

// SettlePayout notes once how a withdrawal ended; both ends are final. It answers whether this one did.
func (orders Orders) SettlePayout(mchOrderNo, status string) (bool, error) {
	return orders.createOnce(mchOrderNo, ".settled", status)
}

// createOnce writes the file aside, sees it on the disk, and gives it its name, which only one can have.
func (orders Orders) createOnce(mchOrderNo, kind, text string) (bool, error) {
	if err := os.MkdirAll(string(orders), 0o700); err != nil {
		return false, err
	}
	file, err := os.CreateTemp(string(orders), "new-*")
	if err != nil {
		return false, err
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(text)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return false, err
	}
	err = os.Link(file.Name(), orders.path(mchOrderNo, kind))
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

func (orders Orders) path(mchOrderNo, kind string) string {
	name := strings.ReplaceAll(url.PathEscape(mchOrderNo), ".", "%2E")
	return filepath.Join(string(orders), name+kind)
}
