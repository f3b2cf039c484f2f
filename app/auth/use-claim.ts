import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api } from '#app/session/api.ts';
import {
  type Claim,
  clearCurrentAppraisal,
  keepCurrentAppraisal,
  readClaim,
} from '#app/session/current-appraisal.ts';
import { type Query, useQuery } from '#app/session/use-query.ts';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import type { ClaimLink } from '#domain/applications/application.ts';
import { parseAppraisalId } from '#domain/applications/appraisal-number.ts';

/**
 * The application that can be taken into an account: the one just made in this tab, or that of a
 * mailed link, whose token leaves the address at once where this page is the one that takes it.
 */
export function useClaim({ isTaken }: { isTaken: boolean }): {
  claim: Claim | undefined;
  letGo: () => void;
} {
  const isHydrated = useHydrated();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [isLetGo, setLetGo] = useState(false);
  const mailed = isHydrated ? readClaimLink(hash) : undefined;

  useEffect(() => {
    const link = isTaken ? readClaimLink(hash) : undefined;
    if (!link) return;
    keepCurrentAppraisal(link);
    navigate({ hash: '' }, { replace: true, defaultShouldRevalidate: false });
  }, [isTaken, hash, navigate]);

  return {
    claim: isHydrated && !isLetGo ? (mailed ?? readClaim()) : undefined,
    letGo() {
      clearCurrentAppraisal();
      setLetGo(true);
    },
  };
}

/** Reads #appraisalId=…&claimToken=…; undefined when either is missing or invalid. */
export function readClaimLink(hash: string): Claim | undefined {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const appraisalId = parseAppraisalId(fields.get('appraisalId') ?? '');
  const claimToken = fields.get('claimToken') ?? '';
  return appraisalId && claimToken && claimToken.length <= 200
    ? { appraisalId, claimToken }
    : undefined;
}

/** Whose application it is, before it is taken; `asker` is the uid of who asks. */
export function useClaimLink(claim: Claim | undefined, asker: string): Query<ClaimLink> {
  const { appraisalId, claimToken } = claim ?? {};
  return useQuery(claim && `claim ${appraisalId} ${claimToken} ${asker}`, () =>
    api<ClaimLink>('/api/applications/claim-link', { body: { appraisalId, claimToken } }),
  );
}
