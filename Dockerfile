# Whet in a container, with gcc for 'whet test' and '--replay compiled':
#
#   docker build -t whet .
#   docker run --rm -v "$PWD:/work" whet verify program.c
#
# Built in two steps, so that the image has the installed package and not the sources.
FROM python:3.12-slim-trixie AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip wheel --no-cache-dir --wheel-dir /wheels '.[roles]'

FROM python:3.12-slim-trixie
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels pip install --no-cache-dir --no-index --find-links /wheels 'whet[roles]' \
    && useradd --create-home whet
USER whet
WORKDIR /work
ENTRYPOINT ["whet"]
CMD ["--help"]
