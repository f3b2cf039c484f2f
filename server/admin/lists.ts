import { auditLog } from '#server/audit/audit-log.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { AnyListRoute } from '#server/http/list-route.ts';

/** The operator's lists without further routes; a list with actions is in its noun's routes. */
export const adminLists = (dependencies: Dependencies): AnyListRoute[] => [auditLog(dependencies)];
