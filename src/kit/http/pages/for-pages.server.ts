import { data } from 'react-router';
import { refusalOf } from '#kit/errors/refusal.ts';
import {
  isUnavailable,
  serviceUnavailableMessage,
  statusOf,
} from '#kit/http/error-table.server.ts';
import type { Services } from '#start/services.server.ts';

type Method = (...parameters: unknown[]) => unknown;

async function answered(work: () => unknown) {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) throw data(refusal.message, { status: statusOf[refusal.type] });
    if (isUnavailable(error)) {
      throw data(serviceUnavailableMessage, { status: 503 });
    }
    throw error;
  }
}

/**
 * Services for loaders: a refusal becomes the page's status (404 …), an unavailable database 503, as in the API; any
 * other error is a defect.
 */
export function forPages(services: Services): Services {
  const wrapped = Object.entries(services).map(([name, service]) => [
    name,
    Object.fromEntries(
      Object.entries(service as Record<string, unknown>).map(([method, work]) => [
        method,
        typeof work === 'function'
          ? (...parameters: unknown[]) => answered(() => (work as Method)(...parameters))
          : work,
      ]),
    ),
  ]);
  return Object.fromEntries(wrapped) as Services;
}
