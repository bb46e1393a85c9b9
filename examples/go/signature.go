package main

import (
	"crypto/md5"
	"fmt"
	"sort"
	"strings"
)

// Sign signs texts: all but sign and what is empty, sorted by name in byte order.
func Sign(params map[string]string, key string) string {
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
