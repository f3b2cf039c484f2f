import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ServiceFacts } from '#people/service-facts/service-facts.ts';
import { signedIn } from '#test/signed-in.ts';
import type { TestApp } from '#test/test-app.ts';

/** Complete facts, with which the service could open. */
export const completeFacts: ServiceFacts = {
  name: '衣類の橋',
  legalName: '一般社団法人衣類の橋',
  representative: '代表理事　橋本 渡',
  address: '〒100-0001 東京都千代田区千代田1-1',
  phone: '03-1234-5678',
  phoneHours: '平日10時から17時',
  email: 'info@hashi.example',
  privacyOfficer: '橋本 渡',
  privacyEmail: 'privacy@hashi.example',
  dealerName: '一般社団法人衣類の橋',
  dealerCommission: '東京都公安委員会',
  dealerLicence: '第301234567890号',
  dealerGoods: '衣類',
  invoiceNumber: 'T7000012050002',
  senderName: '衣類の橋 倉庫',
  senderPhone: '03-1234-5679',
  senderPostalCode: '1000001',
  senderAddress: '東京都千代田区千代田1-2',
  warehouseAddress: '〒100-0001 東京都千代田区千代田1-2 衣類の橋 倉庫',
};

/** Publishes complete facts with changes; effective at once. */
export async function publishFacts(house: TestApp, changes: Partial<ServiceFacts>): Promise<void> {
  const { app } = house;
  const headers = await signedIn(house)(`owner-${randomUUID()}`, 'owner');
  const path = '/api/office/service-facts';
  const tagOf = (reply: { headers: Record<string, unknown> }) => String(reply.headers.etag);
  const send = (name: string, payload: object, tag: string) =>
    app.inject({
      ...{ method: 'POST', url: `${path}/${name}`, payload },
      headers: { ...headers, 'if-match': tag },
    });
  const content = { ...completeFacts, ...changes };
  const saved = await send('draft', { content }, tagOf(await app.inject({ url: path, headers })));
  expect(saved.statusCode, saved.body).toBe(200);
  const published = await send('publish', { note: '', holdsFrom: '' }, tagOf(saved));
  expect(published.statusCode, published.body).toBe(200);
}
