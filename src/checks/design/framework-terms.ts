/** A word that belongs to one technology whatever stands around it, and a neutral word for it. */
export type Term = { readonly neutral?: string }

const words = (list: string, neutral?: string): readonly (readonly [string, Term])[] =>
  list.split(/\s+/).map((word) => [word, neutral === undefined ? {} : { neutral }] as const)

/** Words that mean a technology in any case and place. Written in lower case. */
export const certainTerms: ReadonlyMap<string, Term> = new Map([
  ...words(
    'reactjs react.js preact vuejs vue.js vue2 vue3 angularjs angular.js sveltekit solidjs solid.js next.js nextjs nuxt nuxt.js nuxtjs remix.run ember.js emberjs backbone.js alpine.js alpinejs htmx jquery qwik gatsby.js gatsbyjs meteor.js knockout.js stenciljs lit-element lit-html',
  ),
  ...words(
    'tailwindcss mui shadcn shadcn-ui antd bulma chakra-ui radix-ui vuetify primeng primereact daisyui styled-components css-in-js scss postcss flexbox z-index',
  ),
  ...words(
    'swiftui uikit appkit xamarin nativescript electron.js electronjs phonegap blazor winforms wpf asp.net android.xml recyclerview uitableview uiviewcontroller statefulwidget statelesswidget buildcontext',
  ),
  ...words(
    'vuex pinia mobx zustand rxjs jotai xstate tanstack swr formik react-query apollo-client ngrx',
  ),
  ...words('usestate usereducer', 'state'),
  ...words(
    'useeffect usememo usecallback usecontext useref uselayouteffect useselector usedispatch userouter usequery usestore setstate this.state this.props componentdidmount componentwillunmount ngoninit onmounted createelement dispatchevent addeventlistener removeeventlistener getelementbyid queryselector innerhtml classname classlist',
  ),
  ...words('jsx tsx', 'markup'),
  ...words(
    'v-model v-if v-for v-bind v-on v-show v-else v-slot ngif ngfor ngmodel ng-model ng-if ng-repeat ng-click ngclass ngstyle ng-template',
  ),
  ...words('onclick', 'press'),
  ...words(
    'onchange onsubmit onblur onfocus onkeydown onkeyup onmouseenter onmouseleave onmouseover oninput onpress onpressed',
  ),
  ...words('localstorage sessionstorage indexeddb', 'local memory'),
  ...words('iframe', 'embedded page'),
  ...words('iframes href innertext'),
  ...words(
    'graphql grpc trpc websocket websockets webpack esbuild rollup.js vitejs npm pnpm axios lodash moment.js date-fns ajax xmlhttprequest',
  ),
  ...words(
    'microservice microservices webhook webhooks middleware backend back-end frontend front-end serverless lazy-loaded lazy-loads re-renders re-render re-rendered rerenders data-testid figma zeplin oauth oauth2',
  ),
  ...words('javascript typescript ecmascript kotlin golang goroutine c-sharp html5 css3 es6'),
  ...words(
    'mantine primevue nextui syncfusion telerik flowbite nativebase framework7 material-ui heroui ng-zorro bazel cmake turborepo gulpfile gruntfile browserify jenkins gulp.js grunt.js babel.js',
  ),
  ...words(
    'jsp ejb servlet forwardref eventemitter async-await objectid nullable auto-increment package.json node_modules console.log react-native mvvm jwt webassembly wasm deno bun.js styled-jsx emotion.js sass.js less.js vuepress docusaurus storybookjs cypress.io cocoapods gradle maven sqlalchemy peewee gorm actix axum phoenix.js elixir erlang haskell clojure scala.js ktor retrofit.js dagger.js mapbox openlayers kotlinx swiftdata cloudkit',
  ),
  ...words(
    'aurelia extjs vaadin thymeleaf jinja2 micronaut quarkus objective-c tkinter winui tauri nativewind gsap d3.js chart.js three.js highcharts ag-grid primefaces unocss lodash luxon ramda vitest eslint turbopack lerna keycloak auth0 okta mqtt protobuf hadoop clickhouse influxdb cockroachdb planetscale mssql pl-sql t-sql livewire alpinejs',
  ),
  ...words(
    'express.js expressjs nestjs nest.js koa.js fastify django laravel symfony codeigniter wordpress drupal springboot spring-boot fastapi node.js nodejs deno.js rubyonrails activerecord hibernate.js sequelize typeorm sqlalchemy eloquent.js',
  ),
  ...words(
    'firebase firestore supabase mongodb mongo.db postgresql postgres mysql mariadb sqlite sqlite3 redis memcached rabbitmq elasticsearch opensearch dynamodb couchdb neo4j bigquery snowflakedb cosmosdb nosql',
  ),
  ...words(
    'kubernetes k8s terraform nginx heroku vercel netlify cloudfront cloudflare dockerfile docker-compose aws gcp ec2',
  ),
  ...words(
    'varchar nvarchar varchar2 bigint smallint tinyint mediumint jsonb timestamptz auto_increment autoincrement bytea longtext mediumtext serial8 bigserial',
  ),
])

/** Written exactly so, these are code or products; otherwise they are other words. */
export const exactTerms: ReadonlySet<string> = new Set([
  'div',
  'divs',
  'DOM',
  'HTTP',
  'CORS',
  'Storybook',
  'CSS',
  'SQL',
  'ORM',
  'MVC',
  'JPA',
  'MUI',
  'SSR',
  'NPM',
  'SCSS',
  'AJAX',
  'XHR',
  'GraphQL',
  'LiveData',
  'ViewModel',
  'AsyncStorage',
  'SharedPreferences',
  'UserDefaults',
  'CoreData',
  'NavController',
  'Pinia',
  'Zustand',
  'Jotai',
  'Prisma',
  'Vuetify',
  'Nuxt',
  'JSON.stringify',
  'JSON.parse',
  'setTimeout',
  'setInterval',
  'onClick',
  'VARCHAR',
  'BIGINT',
  'TINYINT',
  'BLOB',
  'CLOB',
  'DATETIME',
  'TIMESTAMPTZ',
])
