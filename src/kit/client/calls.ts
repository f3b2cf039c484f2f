/** The calls of the API by method and path: 'POST /api/office/remittance-runs/:runId/drop'. */
export type { Calls } from '#start/routes.server.ts';
