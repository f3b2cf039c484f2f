import type { FastifyRequest } from 'fastify';
import type { App } from '#kit/http/app.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { Received } from '#kit/values/reference-number.ts';
import type { Services } from '#start/services.server.ts';
import { ContactDraft } from './contact-message.ts';
import type { Sender } from './contact-messages.server.ts';
import { ListingDraft } from './listing-application.ts';

const senderOf = (request: FastifyRequest, key: string | undefined): Sender => ({
  actor: request.actor,
  address: request.address,
  key,
});

const anyone = { config: { allow: 'anyone' } } as const;
const tags = ['お問い合わせ'];

/** Public routes to write to the operator. */
export function inboxRoutes(app: App, { inbox }: Pick<Services, 'inbox'>) {
  app.post(
    '/api/contact',
    {
      ...anyone,
      schema: {
        headers: IdempotencyKey,
        body: ContactDraft,
        response: { 201: Received },
        tags,
        summary: 'お問い合わせを送る',
      },
    },
    async (request, reply) => {
      const sender = senderOf(request, request.headers['idempotency-key']);
      return reply.status(201).send(await inbox.contact(sender, request.body));
    },
  );
  app.post(
    '/api/listing',
    {
      ...anyone,
      schema: {
        headers: IdempotencyKey,
        body: ListingDraft,
        response: { 201: Received },
        tags,
        summary: '団体の掲載を申し込む',
      },
    },
    async (request, reply) => {
      const sender = senderOf(request, request.headers['idempotency-key']);
      return reply.status(201).send(await inbox.applyForListing(sender, request.body));
    },
  );
}
