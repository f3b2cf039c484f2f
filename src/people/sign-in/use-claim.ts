import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { ClaimLink } from '#giving/applications/application.ts';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import { api } from '#kit/client/api.ts';
import { type Query, useQuery } from '#kit/client/use-query.ts';
import { useHydrated } from '#kit/ui/use-hydrated.ts';
import {
  type Claim,
  clearCurrentAppraisal,
  keepCurrentAppraisal,
  readClaim,
} from '#people/session/current-appraisal.ts';

/**
 * The application to add to an account: the one just made in this tab, or that of a mailed link. On the page that
 * takes it, the link's token leaves the address at once.
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

/** The owner of the application before it is claimed; `asker` is the uid of the person asking. */
export function useClaimLink(claim: Claim | undefined, asker: string): Query<ClaimLink> {
  const { appraisalId, claimToken } = claim ?? {};
  return useQuery(claim && `claim ${appraisalId} ${claimToken} ${asker}`, () =>
    api<ClaimLink>('/api/applications/claim-link', { body: { appraisalId, claimToken } }),
  );
}
