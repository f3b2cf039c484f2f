import type { Acceptance } from '#domain/acceptance/acceptance.ts';
import { identityCheckFromYen } from '#domain/applications/application-state.ts';
import type { LegalVariable } from '#domain/legal/legal-text.ts';
import { receiptRule } from '#domain/receipts/receipt-rule.ts';
import { formatYen } from '#domain/values/yen.ts';

/** What the variables of texts of law stand for today. */
export function legalValues({
  maxBoxes,
  sellerAge,
}: Pick<Acceptance, 'maxBoxes' | 'sellerAge'>): Record<LegalVariable, string> {
  const { name, representative, address, phone, phoneHours, email, dealer, privacy } =
    operatorFacts;
  return {
    operatorName: name,
    representative,
    address,
    phone,
    phoneHours,
    email,
    dealerName: dealer.name,
    dealerCommission: dealer.commission,
    dealerLicence: dealer.licenceNumber,
    privacyOfficer: privacy.officer,
    privacyEmail: privacy.email,
    maxBoxes: String(maxBoxes),
    sellerAge: String(sellerAge),
    identityCheckFromYen: formatYen(identityCheckFromYen),
    receiptWho: receiptRule.who,
    receiptHow: receiptRule.how,
    receiptDay: receiptRule.day,
  };
}
