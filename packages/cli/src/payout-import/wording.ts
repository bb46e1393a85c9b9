/** What a value of each column has to be, after the name of the column. */
const expectations: Readonly<Record<string, string>> = {
  mchOrderNo: 'is not 1 to 100 letters, digits and _ - . : # /',
  amount: 'is not an amount: write it as 500.00',
  payType: 'is not bank, upi or usdt',
  accountName: 'has nothing in it',
  accountNumber: 'is not 6 to 20 digits',
  ifsc: 'is not four letters, a zero and six letters or digits, such as HDFC0001234',
  upiId: 'is not of the form name@bank',
  usdtAddress: 'is not a TRC20 address: 34 characters that begin with T',
};

/**
 * What is wrong with a value that its column does not take, and what to write. The value itself is not repeated: it
 * may be an account number.
 */
export function reasonFor(column: string, value: string): string {
  return (
    spreadsheetTrap(value) ?? (column === 'amount' ? amountTrap(value) : undefined) ?? expectation(column)
  );
}

function expectation(column: string): string {
  return expectations[column] ?? 'is not valid';
}

/** What a spreadsheet makes of numbers. */
function spreadsheetTrap(value: string): string | undefined {
  if (/^[+-]?\d+(?:[.,]\d*)?E[+-]?\d+$/i.test(value)) {
    return 'was rounded by a spreadsheet, and its digits are lost: format the column as text and enter it again';
  }
  if (/^=/.test(value)) return 'is a formula: write the value itself';
  if (/^['‘’`]/.test(value)) return 'begins with an apostrophe, which a spreadsheet left there: remove it';
  if (/^\s|\s$/.test(value)) return 'has blanks around it: remove them';
  return undefined;
}

function amountTrap(value: string): string | undefined {
  if (/^-/.test(value)) return 'is negative';
  if (/^0+(?:\.0+)?$/.test(value)) return 'is zero';
  if (/^[\d,]+(?:\.\d*)?$/.test(value) && value.includes(',')) {
    return 'has separators between its digits: write it as 1000.00';
  }
  if (/^\d+(?:\.\d)?$/.test(value)) return 'needs two decimals: write it as 500.00';
  if (/^\d+\.\d{3,}$/.test(value)) return 'has more than two decimals: write it as 500.00';
  if (/^0\d/.test(value)) return 'has a zero before it: write it as 500.00';
  if (/₹|INR|Rs/i.test(value)) return 'names a currency: write it as 500.00';
  return undefined;
}

/** Lines that are still worth naming one by one. */
export const mostLines = 5;

/** `line 3`, `lines 3, 5` or `lines 3, 5, 6, 7, 8 and 20 more`. */
export function linesText(lines: readonly number[]): string {
  const count = lines.length;
  const more = count > mostLines ? ` and ${count - mostLines} more` : '';
  return `${count === 1 ? 'line' : 'lines'} ${lines.slice(0, mostLines).join(', ')}${more}`;
}
