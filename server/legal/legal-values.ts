import type { Acceptance } from '#domain/acceptance/acceptance.ts';
import { identityCheckFromYen } from '#domain/applications/application-state.ts';
import type { LegalVariable } from '#domain/legal/legal-text.ts';
import { receiptRule } from '#domain/receipts/receipt-rule.ts';
import type { ServiceFacts } from '#domain/service-facts/service-facts.ts';
import { formatYen } from '#domain/values/yen.ts';

/** Today's values of the variables in legal texts. */
export function legalValues(
  { maxBoxes, sellerAge }: Pick<Acceptance, 'maxBoxes' | 'sellerAge'>,
  facts: ServiceFacts,
): Record<LegalVariable, string> {
  const { name, representative, address, phone, phoneHours, email } = facts;
  return {
    operatorName: name,
    representative,
    address,
    phone,
    phoneHours,
    email,
    dealerName: facts.dealerName,
    dealerCommission: facts.dealerCommission,
    dealerLicence: facts.dealerLicence,
    privacyOfficer: facts.privacyOfficer,
    privacyEmail: facts.privacyEmail,
    maxBoxes: String(maxBoxes),
    sellerAge: String(sellerAge),
    identityCheckFromYen: formatYen(identityCheckFromYen),
    receiptWho: receiptRule.who,
    receiptHow: receiptRule.how,
    receiptDay: receiptRule.day,
    receiptSum: receiptRule.sum,
  };
}
