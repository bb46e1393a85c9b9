/** Messages for invalid values by column. Each message follows the column's name. */
const expectations: Readonly<Record<string, string>> = {
  mchOrderNo: 'must be 1 to 100 letters, digits and _ - . : # /',
  amount: 'is not an amount. Example: 500.00',
  payType: 'must be bank, upi or usdt',
  accountName: 'is empty',
  accountNumber: 'must be 6 to 20 digits',
  ifsc: 'must be four letters, a zero and six letters or digits, for example HDFC0001234',
  upiId: 'must have the form name@bank',
  usdtAddress: 'must be a TRC20 wallet address with 34 characters that begins with T',
};

/** Message for an invalid value, with the fix. The message omits the value, because it can be an account number. */
export function reasonFor(column: string, value: string): string {
  return (
    spreadsheetTrap(value) ?? (column === 'amount' ? amountTrap(value) : undefined) ?? expectation(column)
  );
}

function expectation(column: string): string {
  return expectations[column] ?? 'is not valid';
}

/** Messages for values that a spreadsheet has probably changed. */
function spreadsheetTrap(value: string): string | undefined {
  if (/^[+-]?\d+(?:[.,]\d*)?E[+-]?\d+$/i.test(value)) {
    return 'lost digits, because a spreadsheet rounded the value. Format the column as text and enter the value again';
  }
  if (/^=/.test(value)) return 'is a formula. Replace the formula by its value';
  if (/^['‘’`]/.test(value)) return 'begins with an apostrophe. Remove the apostrophe';
  if (/^\s|\s$/.test(value)) return 'begins or ends with a space. Remove the space';
  return undefined;
}

function amountTrap(value: string): string | undefined {
  if (/^-/.test(value)) return 'is negative';
  if (/^0+(?:\.0+)?$/.test(value)) return 'is zero';
  if (/^[\d,]+(?:\.\d*)?$/.test(value) && value.includes(',')) {
    return 'contains separators between digits. Example: 1000.00';
  }
  if (/^\d+(?:\.\d)?$/.test(value)) return 'requires two decimals. Example: 500.00';
  if (/^\d+\.\d{3,}$/.test(value)) return 'has more than two decimals. Example: 500.00';
  if (/^0\d/.test(value)) return 'begins with a zero. Example: 500.00';
  if (/₹|INR|Rs/i.test(value)) return 'contains a currency. Example: 500.00';
  return undefined;
}

/** Maximum number of lines in a message. */
export const mostLines = 5;

/** Formats a list of lines: `line 3`, `lines 3, 5` or `lines 3, 5, 6, 7, 8 and 20 more`. */
export function linesText(lines: readonly number[]): string {
  const count = lines.length;
  const more = count > mostLines ? ` and ${count - mostLines} more` : '';
  return `${count === 1 ? 'line' : 'lines'} ${lines.slice(0, mostLines).join(', ')}${more}`;
}
