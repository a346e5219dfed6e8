#!/bin/sh
# Run once by the database's image, as its superuser: the extension, and a role of Keepsake's own.
# Keepsake's role is no superuser: row-level security, the second wall between tenants, does not bind superusers.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$KEEPSAKE_DB_PASSWORD" --username "$POSTGRES_USER" --dbname postgres <<'SQL'
CREATE ROLE keepsake LOGIN PASSWORD :'password';
CREATE DATABASE keepsake OWNER keepsake;
\connect keepsake
CREATE EXTENSION vector SCHEMA public;
SQL
