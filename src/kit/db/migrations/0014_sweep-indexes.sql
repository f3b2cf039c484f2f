CREATE INDEX "application_tokens_expires" ON "application_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_sessions_expires" ON "auth_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "auth_verifications_expires" ON "auth_verifications" USING btree ("expires_at");