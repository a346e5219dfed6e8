import com.carrotsearch.randomizedtesting.RandomizedRunner;
import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import com.carrotsearch.randomizedtesting.annotations.TimeoutSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.Build;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.ClusterSettings;
import org.elasticsearch.common.settings.IndexScopedSettings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.settings.SettingsFilter;
import org.elasticsearch.features.NodeFeature;
import org.elasticsearch.node.MockNode;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestController;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.transport.netty4.Netty4Plugin;
import org.junit.Test;
import org.junit.runner.RunWith;

/** A server, in the frame that its test framework asks for: system properties `port` and `home`. */
@RunWith(RandomizedRunner.class)
@TimeoutSuite(millis = 24 * 60 * 60 * 1000)
@ThreadLeakScope(ThreadLeakScope.Scope.NONE)
public final class ElasticsearchServer {
  /** The answer to `GET /`, whose module is in no registry. */
  public static final class Greeting extends Plugin implements ActionPlugin {
    @Override
    public Collection<RestHandler> getRestHandlers(
        Settings settings,
        NamedWriteableRegistry registry,
        RestController controller,
        ClusterSettings clusterSettings,
        IndexScopedSettings indexSettings,
        SettingsFilter filter,
        IndexNameExpressionResolver resolver,
        Supplier<DiscoveryNodes> nodes,
        Predicate<NodeFeature> features) {
      return List.of(new BaseRestHandler() {
        @Override
        public String getName() {
          return "greeting";
        }

        @Override
        public List<Route> routes() {
          return List.of(new Route(RestRequest.Method.GET, "/"));
        }

        @Override
        protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
          String body = "{\"version\":{\"number\":\"" + Build.current().version() + "\"}}";
          return channel -> channel.sendResponse(new RestResponse(RestStatus.OK, "application/json", body));
        }
      });
    }
  }

  @Test
  public void run() throws Exception {
    Path home = Path.of(System.getProperty("home"));
    int port = Integer.getInteger("port");
    Files.createDirectories(home.resolve("config"));
    Settings settings = Settings.builder()
        .put("path.home", home.toString())
        .put("node.name", "node")
        .put("cluster.name", "keepsake-test")
        .put("http.port", port)
        .put("transport.port", port + 1)
        .put("network.host", "127.0.0.1")
        .put("discovery.type", "single-node")
        .put("http.type", "netty4")
        .put("transport.type", "netty4")
        .put("cluster.routing.allocation.disk.threshold_enabled", false)
        .build();
    MockNode node = new MockNode(settings, List.of(Netty4Plugin.class, Greeting.class), home.resolve("config"), false);
    node.start();
    Thread.currentThread().join();
  }
}
