import { auditLog } from '#server/audit/audit-log.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { AnyListRoute } from '#server/http/list-route.ts';

/** The operator's lists that are nothing but a list; one with actions beside it is in its noun's routes. */
export const adminLists = (dependencies: Dependencies): AnyListRoute[] => [auditLog(dependencies)];
