import * as z from 'zod/mini';
import { emailMessage, isEmail, normaliseEmail } from '#kit/values/email.ts';
import { normalisePhone, phoneMessage } from '#kit/values/phone.ts';
import { postalDigits, postalLengthMessage } from '#kit/values/postal-code.ts';
import { toHalfWidth } from '#kit/values/text-width.ts';
import { optionalLine } from '#kit/values/typed-text.ts';
import { isInvoiceNumber, normaliseInvoiceNumber, normaliseLicence } from './invoice-number.ts';
import { addressWidthMessage, fitsAddress, fitsName, nameWidthMessage } from './sender-address.ts';
import { factLabels, type ServiceFacts } from './service-facts.ts';

const fact = (name: keyof ServiceFacts, max: number) => optionalLine(factLabels[name], max);

/** A fact with a required format, once it is entered. */
const formed = (
  name: keyof ServiceFacts,
  tidy: (text: string) => string,
  isWell: (text: string) => boolean,
  message: string,
) =>
  fact(name, 100).check(
    z.overwrite(tidy),
    z.refine((text) => text === '' || isWell(text), message),
  );

// Typed hyphens are kept: area codes have two to five digits, and only the hyphens show where they end.
const phone = (name: keyof ServiceFacts) =>
  formed(
    name,
    (text) => toHalfWidth(text).trim(),
    (text) => /^0\d{9,10}$/.test(normalisePhone(text)),
    phoneMessage,
  );
const email = (name: keyof ServiceFacts) => formed(name, normaliseEmail, isEmail, emailMessage);

/** Facts may be saved and published incomplete; the check list shows what is missing. */
export const ServiceFactsSchema = z.strictObject({
  name: fact('name', 100),
  legalName: fact('legalName', 100),
  representative: fact('representative', 100),
  address: fact('address', 200),
  phone: phone('phone'),
  phoneHours: fact('phoneHours', 100),
  email: email('email'),
  privacyOfficer: fact('privacyOfficer', 100),
  privacyEmail: email('privacyEmail'),
  dealerName: fact('dealerName', 100),
  dealerCommission: fact('dealerCommission', 50),
  dealerLicence: formed(
    'dealerLicence',
    normaliseLicence,
    (text) => /^第\d{12}号$/.test(text),
    '許可証番号は、12桁の数字で入力してください（第123456789012号）。',
  ),
  dealerGoods: fact('dealerGoods', 200),
  invoiceNumber: formed(
    'invoiceNumber',
    normaliseInvoiceNumber,
    isInvoiceNumber,
    '登録番号は、Tと13桁の数字です。数字に誤りがないか、お確かめください。',
  ),
  senderName: fact('senderName', 32).check(z.refine(fitsName, nameWidthMessage)),
  senderPhone: phone('senderPhone'),
  senderPostalCode: formed(
    'senderPostalCode',
    (text) => (text === '' ? '' : postalDigits(text) || text),
    (text) => /^\d{7}$/.test(text),
    postalLengthMessage,
  ),
  senderAddress: fact('senderAddress', 100).check(z.refine(fitsAddress, addressWidthMessage)),
  warehouseAddress: fact('warehouseAddress', 200),
});
