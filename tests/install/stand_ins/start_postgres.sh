# Does what the official image does at its start, as far as the Compose file asks for it.
set -e
data=/var/lib/postgresql/data
as_postgres="setpriv --reuid=postgres --regid=postgres --clear-groups"
if [ ! -s $data/PG_VERSION ]; then
    install -d -o postgres -g postgres -m 700 $data
    printf %s "$POSTGRES_PASSWORD" > /tmp/password
    chown postgres /tmp/password
    $as_postgres initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust \
        --encoding=UTF8 --pgdata=$data
    rm /tmp/password
    echo "CREATE DATABASE $POSTGRES_DB" | $as_postgres postgres --single -D $data postgres
    echo "host all all all scram-sha-256" >> $data/pg_hba.conf
fi
exec $as_postgres postgres -D $data -c "listen_addresses=*"
