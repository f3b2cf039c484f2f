import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '#kit/client/api.ts';
import type { ServiceLink, ServiceUnlink } from '#people/sign-in/service-link.ts';
import type {
  ServiceAddress,
  ServiceDeparture,
  ServiceNewcomer,
  ServiceOutcome,
  ServiceReturn,
} from '#people/sign-in/sign-in-service.ts';
import { serviceOutcomeIn } from '#people/sign-in/sign-in-service.ts';
import { backPathOf } from './back-path.ts';
import { retrySignOut } from './session.ts';

// Signing in at a service: the browser leaves the site and returns with the outcome in the hash.

/** Redirects to a service for signing in, which returns to the page requested before. */
export async function startServiceSignIn(
  departure: Pick<ServiceDeparture, 'service' | 'page'>,
  search: string,
): Promise<void> {
  // A sign-out still pending would end the new session.
  await retrySignOut();
  const body = { ...departure, back: backPathOf(search) };
  go(await api<ServiceAddress>('/api/auth/service/leave', { body, isAnonymous: true }));
}

/** Redirects to a service for re-authentication, which returns to the account page. */
export async function startServiceReSignIn(body: ServiceReturn): Promise<void> {
  go(await api<ServiceAddress>('/api/auth/service/leave-again', { body }));
}

/** Re-authenticates, with the password if there is one, and redirects to a service to link it. */
export async function startServiceLink(body: ServiceLink): Promise<void> {
  go(await api<ServiceAddress>('/api/auth/service/tie', { body }));
}

export async function unlinkService(body: ServiceUnlink): Promise<void> {
  await api('/api/auth/service/untie', { body });
}

const go = ({ url }: ServiceAddress) => window.location.assign(url);

/** The person who has just signed in at a service without an account here; null if there is none. */
export const loadNewcomer = () =>
  api<ServiceNewcomer | null>('/api/auth/service/newcomer', { isAnonymous: true });

/** The outcome of the sign-in just returned from; removed from the address bar once read. */
export function useServiceOutcome(): ServiceOutcome | undefined {
  const [outcome, setOutcome] = useState<ServiceOutcome>();
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const returned = serviceOutcomeIn(hash);
    if (!returned) return;
    setOutcome(returned);
    // Keeps the hash for the registration, which may be reloaded.
    if (returned === 'newcomer') return;
    navigate({ search, hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [hash, search, navigate]);
  return outcome;
}
