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

// Orders are files in a folder, because the standard library has no database. NUMBER.order contains the amount, and
// NUMBER.paid the paid amount. NUMBER.payout contains the amount and the destination of a payout, and NUMBER.settled
// its final state. In your database, each order is a row, and the credit is one statement: UPDATE … WHERE paid_amount
// IS NULL.
type Orders string

// Take writes an order before the call of the gateway, so the order number is stored even after a crash. It reports
// whether the order number belongs to this order. The shop later compares the paid amount with the stored amount.
func (orders Orders) Take(mchOrderNo, amount string) (bool, error) {
	if isNew, err := orders.createOnce(mchOrderNo, ".order", amount); isNew || err != nil {
		return isNew, err
	}
	known, err := os.ReadFile(orders.path(mchOrderNo, ".order"))
	return string(known) == amount, err
}

// Amount returns the requested amount.
func (orders Orders) Amount(mchOrderNo string) (string, bool) {
	amount, err := os.ReadFile(orders.path(mchOrderNo, ".order"))
	return string(amount), err == nil
}

// Credit credits an order once, because only one process can create the file. It reports whether this call credited the
// order.
func (orders Orders) Credit(mchOrderNo, paidAmount string) (bool, error) {
	return orders.createOnce(mchOrderNo, ".paid", paidAmount)
}

// TakePayout writes a payout before the call of the gateway. It reports whether the order number belongs to this
// payout. For another destination, the gateway would return the earlier payout.
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

// HasPayout reports whether a payout with this order number and amount exists.
func (orders Orders) HasPayout(mchOrderNo, amount string) bool {
	known, err := os.ReadFile(orders.path(mchOrderNo, ".payout"))
	return err == nil && strings.HasPrefix(string(known), amount+" ")
}

// SettlePayout stores the final state of a payout once. It reports whether this call stored the state.
func (orders Orders) SettlePayout(mchOrderNo, status string) (bool, error) {
	return orders.createOnce(mchOrderNo, ".settled", status)
}

// createOnce writes a temporary file, syncs it to disk, and links it to its name, which succeeds only once.
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
