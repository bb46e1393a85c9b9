/**
 * The bank list for `bankCode` (spec: Bank list). The list contains 49 banks and `Other / Not Listed`. The
 * specification does not name the banks, so their names are an interpretation. You can edit the list, but keep the last
 * entry last.
 */
export const banks: readonly string[] = [
  ...['State Bank of India', 'Bank of Baroda', 'Bank of India', 'Bank of Maharashtra', 'Canara Bank'],
  ...['Central Bank of India', 'Indian Bank', 'Indian Overseas Bank', 'Punjab and Sind Bank'],
  ...['Punjab National Bank', 'UCO Bank', 'Union Bank of India', 'Axis Bank', 'Bandhan Bank'],
  ...['City Union Bank', 'CSB Bank', 'DCB Bank', 'Dhanlaxmi Bank', 'Federal Bank', 'HDFC Bank', 'ICICI Bank'],
  ...['IDBI Bank', 'IDFC FIRST Bank', 'IndusInd Bank', 'Jammu and Kashmir Bank', 'Karnataka Bank'],
  ...['Karur Vysya Bank', 'Kotak Mahindra Bank', 'Nainital Bank', 'RBL Bank', 'South Indian Bank'],
  ...['Tamilnad Mercantile Bank', 'YES Bank', 'AU Small Finance Bank', 'Capital Small Finance Bank'],
  ...['Equitas Small Finance Bank', 'ESAF Small Finance Bank', 'Jana Small Finance Bank'],
  ...['Suryoday Small Finance Bank', 'Ujjivan Small Finance Bank', 'Utkarsh Small Finance Bank'],
  ...['Airtel Payments Bank', 'Fino Payments Bank', 'India Post Payments Bank', 'Jio Payments Bank'],
  ...['NSDL Payments Bank', 'Citibank', 'HSBC', 'Standard Chartered Bank', 'Other / Not Listed'],
];

const byLowerCase: ReadonlyMap<string, string> = new Map(banks.map((name) => [name.toLowerCase(), name]));

/**
 * Returns the listed name that matches a `bankCode` in any case (spec: Bank list). Returns any other string unchanged.
 */
export function matchBank(text: string): string {
  return byLowerCase.get(text.toLowerCase()) ?? text;
}
