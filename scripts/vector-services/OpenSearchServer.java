import org.codelibs.opensearch.runner.OpenSearchRunner;

/** A server with the k-NN plugin: port, folder. */
public final class OpenSearchServer {
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("http.port", port);
      settings.put("transport.port", port + 1);
      settings.put("network.host", "127.0.0.1");
      settings.put("discovery.type", "single-node");
      settings.putList("discovery.seed_hosts");
      settings.put("cluster.routing.allocation.disk.threshold_enabled", false);
    }).build(OpenSearchRunner.newConfigs()
        .clusterName("keepsake-test")
        .numOfNode(1)
        .basePath(arguments[1])
        .disableESLogger()
        .pluginTypes("org.opensearch.knn.plugin.KNNPlugin")
        .useLogger());
    runner.ensureYellow();
    Thread.currentThread().join();
  }
}
