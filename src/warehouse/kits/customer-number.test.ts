import { expect, test } from 'vitest';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { customerNumberOf, isPickupNumber, readCustomerNumber } from './customer-number.ts';

const idOf = (n: number) =>
  makeAppraisalId(Uint8Array.from({ length: 7 }, (_, i) => (n * 7 + i) % 32));

test('a customer number has letters and digits alone, 16 of them at most', () => {
  for (let n = 0; n < 200; n++) {
    for (const number of [1, 5, 99]) {
      expect(customerNumberOf(idOf(n), number)).toMatch(/^[0-9A-Z]{1,16}$/);
    }
  }
});

test('what a carrier gives back is read as the same box, in any width and case', () => {
  for (let n = 0; n < 200; n++) {
    const box = { appraisalId: idOf(n), number: 1 + (n % 99) };
    const text = customerNumberOf(box.appraisalId, box.number);
    expect(readCustomerNumber(text)).toEqual(box);
    expect(readCustomerNumber(` ${text.toLowerCase()} `)).toEqual(box);
    expect(readCustomerNumber(text.replace('TS', 'ＴＳ'))).toEqual(box);
  }
});

test('a number of somebody else, of no box or with a wrong letter is none of ours', () => {
  const whole = customerNumberOf(idOf(3), 1);
  const last = whole.at(-3) === '2' ? '3' : '2';
  for (const text of ['', '123456789012', whole.slice(0, -1), whole.replace(/01$/, '00')]) {
    expect(readCustomerNumber(text)).toBeUndefined();
  }
  expect(readCustomerNumber(`${whole.slice(0, -3)}${last}01`)).toBeUndefined();
});

test('a packed box on its way here is known by its R, and read as no kit', () => {
  const whole = customerNumberOf(idOf(3), 1);
  expect([`${whole}R`, `${whole}ｒ `].map(isPickupNumber)).toEqual([true, true]);
  const others = [whole, `${whole}RR`, 'R', `${whole}S`, `${whole}0`];
  expect(others.filter(isPickupNumber)).toEqual([]);
  expect(readCustomerNumber(`${whole}R`)).toBeUndefined();
});
