/**
 * The bank list that `bankCode` is matched against (spec: Bank list; the names are a reading): 49 banks, then
 * `Other / Not Listed`. Edit freely; the last entry stays last.
 */
export const banks: readonly string[] = [
  'State Bank of India',
  'Bank of Baroda',
  'Bank of India',
  'Bank of Maharashtra',
  'Canara Bank',
  'Central Bank of India',
  'Indian Bank',
  'Indian Overseas Bank',
  'Punjab and Sind Bank',
  'Punjab National Bank',
  'UCO Bank',
  'Union Bank of India',
  'Axis Bank',
  'Bandhan Bank',
  'City Union Bank',
  'CSB Bank',
  'DCB Bank',
  'Dhanlaxmi Bank',
  'Federal Bank',
  'HDFC Bank',
  'ICICI Bank',
  'IDBI Bank',
  'IDFC FIRST Bank',
  'IndusInd Bank',
  'Jammu and Kashmir Bank',
  'Karnataka Bank',
  'Karur Vysya Bank',
  'Kotak Mahindra Bank',
  'Nainital Bank',
  'RBL Bank',
  'South Indian Bank',
  'Tamilnad Mercantile Bank',
  'YES Bank',
  'AU Small Finance Bank',
  'Capital Small Finance Bank',
  'Equitas Small Finance Bank',
  'ESAF Small Finance Bank',
  'Jana Small Finance Bank',
  'Suryoday Small Finance Bank',
  'Ujjivan Small Finance Bank',
  'Utkarsh Small Finance Bank',
  'Airtel Payments Bank',
  'Fino Payments Bank',
  'India Post Payments Bank',
  'Jio Payments Bank',
  'NSDL Payments Bank',
  'Citibank',
  'HSBC',
  'Standard Chartered Bank',
  'Other / Not Listed',
];

const byLowerCase: ReadonlyMap<string, string> = new Map(banks.map((name) => [name.toLowerCase(), name]));

/** The listed name that a `bankCode` matches, ignoring case; any other text as written (spec: Bank list). */
export function matchBank(text: string): string {
  return byLowerCase.get(text.toLowerCase()) ?? text;
}
