import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ServiceLink, ServiceUnlink } from '#domain/auth/service-link.ts';
import type {
  ServiceAddress,
  ServiceDeparture,
  ServiceNewcomer,
  ServiceOutcome,
  ServiceReturn,
} from '#domain/auth/sign-in-service.ts';
import { serviceOutcomeIn } from '#domain/auth/sign-in-service.ts';
import { api } from './api.ts';
import { backPathOf } from './back-path.ts';
import { retrySignOut } from './session.ts';

// Signing in at a service: the browser leaves the site, and comes back with the outcome in the fragment.

/** Leaves to sign in at a service; from there one comes back to where one wanted to go. */
export async function startServiceSignIn(
  departure: Pick<ServiceDeparture, 'service' | 'page'>,
  search: string,
): Promise<void> {
  // Else the next page would end the session that one comes back with.
  await retrySignOut();
  const body = { ...departure, back: backPathOf(search) };
  go(await api<ServiceAddress>('/api/auth/service/leave', { body, isAnonymous: true }));
}

/** Leaves to sign in at a service once more, and comes back to the screen of the account. */
export async function startServiceReSignIn(body: ServiceReturn): Promise<void> {
  go(await api<ServiceAddress>('/api/auth/service/leave-again', { body }));
}

/** Signs in again, by the password where there is one, and leaves for a service to link it. */
export async function startServiceLink(body: ServiceLink): Promise<void> {
  go(await api<ServiceAddress>('/api/auth/service/tie', { body }));
}

/** Unlinks a service from the account. */
export async function unlinkService(body: ServiceUnlink): Promise<void> {
  await api('/api/auth/service/untie', { body });
}

const go = ({ url }: ServiceAddress) => window.location.assign(url);

/** Who has just signed in at a service and has no account yet; null when there is nobody. */
export const loadNewcomer = () =>
  api<ServiceNewcomer | null>('/api/auth/service/newcomer', { isAnonymous: true });

/** What the sign-in came to from which one has just come back; it leaves the address once it is read. */
export function useServiceOutcome(): ServiceOutcome | undefined {
  const [outcome, setOutcome] = useState<ServiceOutcome>();
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const returned = serviceOutcomeIn(hash);
    if (!returned) return;
    setOutcome(returned);
    // The registration asks for more: it may be loaded anew on the way.
    if (returned === 'newcomer') return;
    navigate({ search, hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [hash, search, navigate]);
  return outcome;
}
