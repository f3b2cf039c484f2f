import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { clearedMessage, unchangedMessage } from '#kit/forms/address/fill-address.ts';
import { AddressFields } from '#kit/forms/fields/address-fields.tsx';
import { PostalCodeField } from '#kit/forms/fields/postal-code-field.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';

const schema = z.object({ home: z.unknown() });
const nothing = { zipcode: '', prefecture: '', line1: '', line2: '', building: '' };
type Home = typeof nothing & { isAddressConfirmed?: boolean };

/** An address being typed; each test needs its own prefix, because files are cached. */
function typing(known: Record<string, unknown> = {}) {
  const server = apiServer(known);
  const now = { home: nothing as Home };
  const typed = () => {
    const initial = { home: { ...nothing, isAddressConfirmed: false } };
    const form = useForm({ schema, initial });
    now.home = form.values.home;
    return <AddressFields form={form} prefix="home" />;
  };
  return { server, page: open(typed), now };
}
const file = (...rows: unknown[]) => ({
  cities: [
    ['東京都', '千代田区'],
    ['神奈川県', '横浜市'],
  ],
  rows,
});
const known = '郵便番号から住所を入力しました。';

test('seven digits fill in prefecture and town; number and building stay as they were typed', async () => {
  const { server, page, now } = typing();
  await page.type('番地', '1-2');
  await page.type('建物名・部屋番号', '見本荘');
  await page.type('郵便番号', '111000');
  expect(server.asked).toEqual([]);
  await page.type('郵便番号', '1110001');
  expect(server.asked).toEqual(['GET /postal/111.json']);
  await server.answer(file(['0001', 0, '千代田'], ['0002', 1, '港']));
  expect(now.home).toMatchObject({
    ...{ zipcode: '111-0001', prefecture: '東京都', line1: '千代田区千代田' },
    ...{ line2: '1-2', building: '見本荘' },
  });
  expect(page.text).toContain(known);
});

test('of a code with several addresses one is chosen, and the focus goes on to the number', async () => {
  const { page, now } = typing({
    'GET /postal/101.json': file(['0001', 0, '神田'], ['0001', 0, '丸の内']),
  });
  await page.type('郵便番号', '101-0001');
  expect(page.text).toContain('当てはまる住所が2件あります。');
  expect(now.home.line1).toBe('');
  await page.press('東京都千代田区丸の内');
  expect(now.home).toMatchObject({ prefecture: '東京都', line1: '千代田区丸の内' });
  expect(page.tab.document.activeElement?.id).toBe(page.find('input', '番地').id);
  expect(page.has('東京都千代田区神田')).toBe(false);
});

test('the choice can be left, and the address typed', async () => {
  const { page, now } = typing({
    'GET /postal/102.json': file(['0001', 0, '神田'], ['0001', 0, '丸の内']),
  });
  await page.type('郵便番号', '102-0001');
  await page.press('選ばずに住所を入力する');
  expect(now.home.line1).toBe('');
  expect(page.has('東京都千代田区神田')).toBe(false);
  expect(page.text).not.toContain('当てはまる');
  expect(page.tab.document.activeElement?.id).toBe(page.find('select', '都道府県').id);
});

test('another code removes the choices and the message of the previous one', async () => {
  const { page } = typing({
    'GET /postal/103.json': file(['0001', 0, '神田'], ['0001', 0, '丸の内']),
  });
  await page.type('郵便番号', '103-0001');
  await page.type('郵便番号', '103-000');
  expect(page.has('東京都千代田区神田')).toBe(false);
  expect(page.text).not.toContain('当てはまる');
});

test('a stale response fills in nothing', async () => {
  const { server, page, now } = typing();
  await page.type('郵便番号', '1040001');
  await page.type('郵便番号', '1050001');
  await server.answer(file(['0001', 1, '港']), { to: 'GET /postal/105.json' });
  await server.answer(file(['0001', 0, '千代田']), { to: 'GET /postal/104.json' });
  expect(now.home).toMatchObject({ prefecture: '神奈川県', line1: '横浜市港' });
});

test('an unknown code removes what the previous one filled in, and says so', async () => {
  const { page, now } = typing({ 'GET /postal/106.json': file(['0001', 0, '千代田']) });
  await page.type('郵便番号', '1060001');
  await page.type('番地', '1-2');
  await page.type('郵便番号', '1060009');
  expect(now.home).toMatchObject({ prefecture: '', line1: '', line2: '1-2' });
  expect(page.text).toContain(clearedMessage);
  await page.type('郵便番号', '1060008');
  expect(page.text).toContain('この郵便番号の住所が見つかりませんでした。番号をご確認のうえ、');
});

test('without a network the same code can be tried again', async () => {
  const { server, page, now } = typing();
  await page.type('郵便番号', '1070001');
  await server.lose();
  expect(page.text).toContain('住所を自動で入力できませんでした。');
  await page.type('郵便番号', '1070001');
  await server.answer(file(['0001', 0, '千代田']));
  expect(now.home.line1).toBe('千代田区千代田');
});

/** An address with a house number, whose town then changed. */
async function townChanged(prefix: string) {
  const all = {
    [`GET /postal/${prefix}.json`]: file(['0001', 0, '千代田'], ['0002', 0, '丸の内']),
  };
  const opened = typing(all);
  await opened.page.type('郵便番号', `${prefix}0001`);
  await opened.page.type('番地', '1-2');
  await opened.page.type('郵便番号', `${prefix}0002`);
  return opened;
}
const doubt = '番地「1-2」は、前の住所で入力されたものです。';

test('a house number of another place asks for a confirmation: it may stay', async () => {
  const { page, now } = await townChanged('108');
  expect(page.text).toContain(doubt);
  await page.press('このままでよい');
  expect(now.home.line2).toBe('1-2');
  expect(page.text).not.toContain(doubt);
});

test('it may be cleared, and needs no confirmation once changed', async () => {
  const { page, now } = await townChanged('109');
  await page.press('番地を消して入力し直す');
  expect(now.home.line2).toBe('');
  expect(page.text).not.toContain(doubt);

  const other = await townChanged('110');
  await other.page.type('番地', '3-4');
  expect(other.page.text).not.toContain('前の住所で入力');
});

test('a code of another prefecture is doubted until the person says that it is right, of this address alone', async () => {
  const { page, now } = typing({ 'GET /postal/111.json': file() });
  await page.type('郵便番号', '1110001');
  await page.choose('都道府県', '大阪府');
  expect(page.text).toContain('〒111-0001は、大阪府の郵便番号ではないようです。');
  await page.tick('この住所で間違いありません');
  expect(now.home.isAddressConfirmed).toBe(true);
  await page.choose('都道府県', '京都府');
  expect(now.home.isAddressConfirmed).toBe(false);
  await page.choose('都道府県', '東京都');
  expect(page.text).not.toContain('郵便番号ではない');
});

test('a postal code is reported while typing, not during a composition, and formatted on blur', async () => {
  const onTyped = vi.fn();
  const now = { code: '' };
  const typed = () => {
    const form = useForm({ schema: z.object({ code: z.string() }), initial: { code: '' } });
    now.code = form.values.code;
    return <PostalCodeField form={form} path="code" onTyped={onTyped} />;
  };
  const page = open(typed);
  const field = page.find('input', '郵便番号') as unknown as HTMLInputElement;
  const compose = (text: string) =>
    page.do(() => {
      const prototype = Object.getPrototypeOf(field);
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
      const event = Object.assign(new Event('input', { bubbles: true }), { isComposing: true });
      field.dispatchEvent(event);
    });
  await compose('１０');
  expect(now.code).toBe('１０');
  expect(onTyped).not.toHaveBeenCalled();
  await page.do(() => void field.dispatchEvent(new Event('compositionend', { bubbles: true })));
  expect(onTyped).toHaveBeenCalledExactlyOnceWith('１０');
  await page.type('郵便番号', '１００－０００１');
  expect(onTyped).toHaveBeenLastCalledWith('１００－０００１');
  expect(page.valueOf('郵便番号')).toBe('100-0001');
});

test('a part that is written twice is asked about until it is mended or said to be right', async () => {
  const { page, now } = typing({ 'GET /postal/112.json': file(['0001', 0, '千代田']) });
  await page.type('郵便番号', '1120001');
  expect(page.text).toContain(known);
  await page.type('番地', '千代田区千代田1-2');
  expect(page.text).toContain('「千代田区」が二度入っているようです。');
  await page.tick('この住所で間違いありません');
  expect(now.home.isAddressConfirmed).toBe(true);
  await page.type('番地', '1-2');
  expect(page.text).not.toContain('二度入っている');
});

test('a code that fits the address says so, and changes nothing', async () => {
  const { page, now } = typing({ 'GET /postal/113.json': file(['0001', 0, '千代田']) });
  await page.choose('都道府県', '東京都');
  await page.type('市区町村・町名', '千代田区千代田');
  await page.type('番地', '1-2');
  await page.type('郵便番号', '1130001');
  expect(now.home).toMatchObject({ line1: '千代田区千代田', line2: '1-2' });
  expect(page.text).toContain(unchangedMessage);
});

test('a town that the browser repeated with the number is removed', async () => {
  const { page, now } = typing({ 'GET /postal/114.json': file(['0001', 0, '神宮前']) });
  await page.choose('都道府県', '東京都');
  await page.type('市区町村・町名', '千代田区');
  await page.type('番地', '神宮前1-2-3');
  await page.type('郵便番号', '1140001');
  expect(now.home).toMatchObject({ line1: '千代田区神宮前', line2: '1-2-3' });
  expect(page.text).toContain(known);
  expect(page.text).not.toContain('前の住所で入力');
});
